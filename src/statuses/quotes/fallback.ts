import type { Db } from '../../db/database.ts'
import { escapeHtml } from '../../text/html.ts'

/** What those see whose client or server knows no quotes; others leave it out (S-336). */
export function withQuoteFallback(html: string, url: string): string {
  const address = escapeHtml(url)
  const shown = escapeHtml(url.replace(/^https?:\/\//, ''))
  return `<p class="quote-inline">RE: <a href="${address}" target="_blank" rel="nofollow noopener noreferrer" translate="no">${shown}</a></p>${html}`
}

/** The same for a status that is there already. */
export async function keepQuoteFallback(
  db: Db,
  quoteId: string | null,
  html: string,
): Promise<string> {
  if (quoteId === null) return html
  const row = await db
    .selectFrom('quote')
    .leftJoin('status', 'status.id', 'quote.quoted_status_id')
    .where('quote.id', '=', quoteId)
    .select(['status.url', 'quote.quoted_uri'])
    .executeTakeFirst()
  return row === undefined ? html : withQuoteFallback(html, row.url ?? row.quoted_uri)
}
