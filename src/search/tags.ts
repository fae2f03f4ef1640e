import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { normalizeTag } from '../text/tags.ts'

/** Ids of tags whose name begins with the text, the exact one first, then the most recently used. */
export async function searchTags(
  db: Db,
  text: string,
  page: { limit: number; offset: number },
): Promise<string[]> {
  const name = normalizeTag(text)
  if (name === null) return []
  const rows = await db
    .selectFrom('tag')
    .select('id')
    .where('name', '>=', name)
    // every name that begins with it sorts before this one
    .where('name', '<', `${name}\u{10ffff}`)
    .where('listable', '=', true)
    .orderBy(sql`case when name = ${name} then 0 else 1 end`)
    .orderBy(sql`coalesce(last_status_at, 0)`, 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => row.id)
}
