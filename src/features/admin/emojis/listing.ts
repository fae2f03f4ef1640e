import { sql } from 'kysely'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { Emoji } from '../../emojis/emojis.ts'

/** Filters of the list of emoji. */
export interface WantedEmojis {
  /** null: local; undefined: all */
  domain?: string | null | undefined
  /** only remote ones */
  remote?: boolean
  /** substring of the shortcode, in any letter case */
  shortcode?: string | undefined
  category?: string | undefined
  disabled?: boolean | undefined
}

/**
 * One page, newest first. Filters by substring or state scan all emoji on the slow connection, as
 * there may be tens of thousands of remote ones.
 */
export function pageOfEmojis(app: App, wanted: WantedEmojis, page: Page): Promise<Emoji[]> {
  const { domain, remote, shortcode, category, disabled } = wanted
  const db = shortcode === undefined && disabled === undefined ? app.db : app.slowDb
  let query = db.selectFrom('custom_emoji').selectAll()
  if (domain === null) query = query.where('domain', 'is', null)
  else if (domain !== undefined) query = query.where('domain', '=', domain)
  if (remote) query = query.where('domain', 'is not', null)
  // only local emoji have categories
  if (category !== undefined)
    query = query.where('domain', 'is', null).where('category', '=', category)
  if (disabled !== undefined) query = query.where('disabled', '=', disabled)
  if (shortcode !== undefined) {
    // an underscore in the shortcode is no wildcard
    const part = `%${shortcode.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(shortcode) like ${part} escape '\\'`)
  }
  return fetchPage(query, 'custom_emoji.id', page)
}

/** Numbers of reactions to posts with each emoji. */
export async function countUses(slowDb: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await slowDb
    .selectFrom('reaction')
    .select((eb) => ['custom_emoji_id', eb.fn.countAll<number>().as('count')])
    .where(idIn(slowDb, 'custom_emoji_id', ids))
    .groupBy('custom_emoji_id')
    .execute()
  return new Map(rows.map(({ custom_emoji_id, count }) => [custom_emoji_id ?? '', Number(count)]))
}
