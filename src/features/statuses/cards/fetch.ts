import { Unreachable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { App } from '../../../kernel/core/app.ts'
import { EgressRefused } from '../../../kernel/net/errors.ts'
import type { EgressResponse } from '../../../kernel/net/exchange.ts'
import { createHopBudget, type HopBudget } from '../../../kernel/net/hop-budget.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { parseForeignJson } from '../../../kernel/text/storable.ts'
import { type Description, describePage, type OEmbed } from './describe.ts'
import { readPage } from './page.ts'

const MAX_PAGE = 1024 * 1024
const MAX_OEMBED = 64 * 1024
const TIMEOUT = 10_000
/** for the page, its redirects and its oEmbed reply together */
const MAX_HOPS = 6

/**
 * Fetches and describes the page behind a link.
 *
 * @returns null if the page has no preview
 * @throws Unreachable if it does not answer now
 */
export async function describeLink(app: App, link: string): Promise<Description | null> {
  const budget = createHopBudget(MAX_HOPS)
  const reply = await ask(app, link, ['text/html', 'application/xhtml+xml'], MAX_PAGE, budget)
  if (reply === null) return null
  const url = new URL(reply.url)
  const page = readPage(textOf(reply))
  const oEmbedUrl = page.oEmbed === undefined ? null : parseUrl(page.oEmbed, url)
  const oEmbed = oEmbedUrl === null ? null : await fetchOEmbed(app, oEmbedUrl.href, budget)
  return describePage(url, page, oEmbed)
}

/**
 * The oEmbed reply that a page names for embedding it elsewhere.
 *
 * @returns null if it names none
 * @throws Unreachable if it does not answer now
 */
export async function fetchEmbed(app: App, link: string): Promise<OEmbed | null> {
  if (!app.federation.cards.spend(new URL(link).hostname)) {
    throw new Unreachable('The page was asked for too often')
  }
  const budget = createHopBudget(MAX_HOPS)
  const reply = await ask(app, link, ['text/html', 'application/xhtml+xml'], MAX_PAGE, budget)
  const address = reply === null ? undefined : readPage(textOf(reply)).oEmbed
  const url = address === undefined ? null : parseUrl(address, reply!.url)
  // only this server's own page says how to embed it
  if (url === null || !sameOrigin(reply!.url, link) || !sameOrigin(url, link)) return null
  return fetchOEmbed(app, url.href, budget)
}

async function ask(
  app: App,
  url: string,
  accept: readonly string[],
  maxBytes: number,
  budget: HopBudget,
): Promise<EgressResponse | null> {
  try {
    const reply = await app.egress.fetch({ url, accept, maxBytes, timeoutMs: TIMEOUT, budget })
    if (reply.status === 429 || reply.status >= 500) {
      throw new Unreachable(`The page answers ${reply.status}`)
    }
    return reply.status >= 200 && reply.status < 300 ? reply : null
  } catch (error) {
    if (error instanceof EgressRefused) return null
    if (error instanceof Unreachable) throw error
    const reason = (error as { reason?: string }).reason
    if (reason === 'content_type' || reason === 'too_large' || reason === 'encoding') return null
    throw new Unreachable('The page does not answer', { cause: error })
  }
}

/** Without an oEmbed reply the page still has a preview. */
async function fetchOEmbed(app: App, url: string, budget: HopBudget): Promise<OEmbed | null> {
  try {
    const reply = await ask(app, url, ['application/json', 'text/json'], MAX_OEMBED, budget)
    const value = reply === null ? null : parseForeignJson(reply.body.toString())
    return typeof value === 'object' && value !== null ? (value as OEmbed) : null
  } catch {
    return null
  }
}

/** Decodes with the charset that the headers or the page declare. */
function textOf({ headers, body }: EgressResponse): string {
  const declared = /charset\s*=\s*"?([\w-]{1,40})/i
  const inPage = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i
  const beginning = body.subarray(0, 2_048).toString('latin1')
  const name = declared.exec(headers['content-type'] ?? '')?.[1] ?? inPage.exec(beginning)?.[1]
  try {
    return new TextDecoder(name ?? 'utf-8').decode(body)
  } catch {
    return body.toString()
  }
}
