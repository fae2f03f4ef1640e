import type { Db } from '../../../kernel/db/database.ts'
import { escapeHtml } from '../../../kernel/text/html.ts'

/** A link for clients and servers without quotes; others remove it (S-336). */
export function withQuoteFallback(html: string, url: string): string {
  const address = escapeHtml(url)
  const shown = escapeHtml(url.replace(/^https?:\/\//, ''))
  return `<p class="quote-inline">RE: <a href="${address}" target="_blank" rel="nofollow noopener noreferrer" translate="no">${shown}</a></p>${html}`
}

/** The same for a stored status. */
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
