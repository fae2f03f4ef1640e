import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import type { Emoji } from '../../emojis/emojis.ts'

/** Which emoji are asked for. */
export interface WantedEmojis {
  /** null: those of this server; undefined: of all */
  domain?: string | null | undefined
  /** only those of other servers */
  remote?: boolean
  /** stands in the name, in any letter case */
  shortcode?: string | undefined
  category?: string | undefined
  disabled?: boolean | undefined
}

/**
 * One page, newest first. What is asked for by a part of its name, or its state, is looked for among all, on
 * the slow connection: there may be tens of thousands from other servers.
 */
export function pageOfEmojis(app: App, wanted: WantedEmojis, page: Page): Promise<Emoji[]> {
  const { domain, remote, shortcode, category, disabled } = wanted
  const db = shortcode === undefined && disabled === undefined ? app.db : app.slowDb
  let query = db.selectFrom('custom_emoji').selectAll()
  if (domain === null) query = query.where('domain', 'is', null)
  else if (domain !== undefined) query = query.where('domain', '=', domain)
  if (remote) query = query.where('domain', 'is not', null)
  // only those of this server are sorted so
  if (category !== undefined)
    query = query.where('domain', 'is', null).where('category', '=', category)
  if (disabled !== undefined) query = query.where('disabled', '=', disabled)
  if (shortcode !== undefined) {
    // an underscore of the name is no wildcard
    const part = `%${shortcode.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`lower(shortcode) like ${part} escape '\\'`)
  }
  return fetchPage(query, 'custom_emoji.id', page)
}

/** How many reactions to posts are made with each. */
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
