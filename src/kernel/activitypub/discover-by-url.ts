import { NotFound, Unreachable } from '../base/errors.ts'
import { parseUrl } from '../base/parse-url.ts'
import type { App } from '../core/app.ts'
import { EgressFailed, EgressRefused } from '../net/errors.ts'
import type { EgressResponse } from '../net/exchange.ts'
import { createHopBudget, type HopBudget } from '../net/hop-budget.ts'
import { sameOrigin } from '../net/origin.ts'
import { readHead } from '../text/page-head.ts'
import { findDocument } from './fetch.ts'
import type { ProvedDocument } from './proved-document.ts'

/** decoded bytes of a page: its links stand at the beginning */
const MAX_BYTES = 1 << 20
const TIMEOUT = 10_000
/** addresses from a page to its Activity Streams document, redirects included (A33) */
const MOST_HOPS = 6

/**
 * Fetches the document behind a URL that people share: the URL itself if it answers with Activity
 * Streams, else the alternate that the page links. Only the document's own id counts.
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

/** The Activity Streams alternate of a page, in its `Link` header or a `link` of its head. */
function alternateOf({ headers, body, url }: EgressResponse): string | null {
  const header = headers.link === undefined ? null : alternateInHeader(headers.link)
  const href = header ?? alternateInHtml(body.toString('utf8'))
  return href === null ? null : (parseUrl(href, url)?.href ?? null)
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
