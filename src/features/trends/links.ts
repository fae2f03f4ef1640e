import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Settings } from '../instance/settings.ts'
import { isApprovedLink } from './approval.ts'

/**
 * The stored URL of a link that trends or has trended, and is approved.
 *
 * @param text the URL as a client writes it
 * @returns null for any other link
 */
export async function trendedLink(db: Db, known: Settings, text: string): Promise<string | null> {
  const url = parseUrl(text)
  if (url === null || !known['trends.enabled']) return null
  url.hash = ''
  const link = await db
    .selectFrom('shared_link')
    .innerJoin('link_provider', 'link_provider.id', 'shared_link.provider_id')
    .select('shared_link.url')
    .where('shared_link.url', '=', url.href)
    .where('shared_link.trended_at', 'is not', null)
    .where(isApprovedLink(known))
    .executeTakeFirst()
  return link?.url ?? null
}
