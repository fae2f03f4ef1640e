import type { App } from '../app.ts'
import { NotFound, Unreachable } from '../errors.ts'
import { EgressFailed, EgressRefused } from '../net/errors.ts'
import type { EgressResponse } from '../net/exchange.ts'
import { createHopBudget, type HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { readHead } from '../text/page-head.ts'
import { findDocument } from './fetch.ts'
import type { ProvedDocument } from './proved.ts'

/** decoded bytes of a page: its links stand at the beginning */
const MAX_BYTES = 1 << 20
const TIMEOUT = 10_000
/** addresses from a page to what it is a page of, redirects included (A33) */
const MOST_HOPS = 6

/**
 * Fetches what an address stands for that people pass on: the document itself where the server gives
 * it there, or what the page names as its other form. It counts under its own id alone.
 *
 * @throws NotFound, Unreachable as `fetchDocument` does
 */
export async function fetchByAddress(app: App, address: string): Promise<ProvedDocument> {
  try {
    return await findDocument(app, address)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
  const budget = createHopBudget(MOST_HOPS)
  const link = await app.federation.alternates.get(address, async () =>
    alternateOf(await fetchPage(app, address, budget)),
  )
  if (link === null || sameOrigin(link, app.config.origin)) throw new NotFound()
  return findDocument(app, link, { budget })
}

async function fetchPage(app: App, address: string, budget: HopBudget): Promise<EgressResponse> {
  const { actors, fetches } = app.federation
  const allow = async (url: URL) => {
    if (sameOrigin(url, app.config.origin)) throw new NotFound()
    if (!(await actors.federatesWith(app, url.host))) throw new NotFound()
    if (!fetches.spend(url.hostname)) throw new Unreachable(`${url.hostname} was asked too often`)
    return {}
  }
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT, budget }
  try {
    const page = await app.egress.fetch({
      url: address,
      accept: ['text/html', 'application/xhtml+xml'],
      onHop: allow,
      ...limits,
    })
    if (page.status >= 200 && page.status < 300) return page
  } catch (error) {
    if (error instanceof EgressFailed && error.reason !== 'content_type') {
      throw new Unreachable(error.message, { cause: error })
    }
    if (!(error instanceof EgressRefused || error instanceof EgressFailed)) throw error
  }
  throw new NotFound()
}

/** The address of the page's Activity Streams form: in its `Link` header or a `link` of its head. */
function alternateOf({ headers, body, url }: EgressResponse): string | null {
  const header = headers.link === undefined ? null : alternateInHeader(headers.link)
  const href = header ?? alternateInHtml(body.toString('utf8'))
  return href === null ? null : (URL.parse(href, url)?.href ?? null)
}

const AS2 = /application\/(?:activity|ld)\+json/i

export function alternateInHeader(header: string): string | null {
  for (const [, href = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/rel="?alternate\b/i.test(parameters) && AS2.test(parameters)) return href
  }
  return null
}

export function alternateInHtml(page: string): string | null {
  for (const { name, attributes } of readHead(page).tags) {
    const rel = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? []
    const type = attributes.get('type') ?? ''
    if (name !== 'link' || !rel.includes('alternate') || !AS2.test(type)) continue
    const href = attributes.get('href')
    if (href !== undefined) return href
  }
  return null
}
