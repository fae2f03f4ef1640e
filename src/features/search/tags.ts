import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'

/**
 * Ids of tags whose name starts with the text and that a public status has used, exact match first,
 * then most recently used.
 *
 * @param page.onlyReviewed besides the exact match only tags that the staff has reviewed
 */
export async function searchTags(
  db: Db,
  text: string,
  page: { limit: number; offset: number; onlyReviewed: boolean },
): Promise<string[]> {
  const name = normalizeTag(text)
  if (name === null) return []
  const rows = await db
    .selectFrom('tag')
    .select('id')
    // no upper bound: the largest string depends on the database's collation
    .where('name', '>=', name)
    .where(sql`substr(name, 1, ${[...name].length})`, '=', name)
    .where('listable', '=', true)
    .where('last_status_at', 'is not', null)
    .$if(page.onlyReviewed, (q) =>
      q.where((eb) => eb.or([eb('trendable', 'is not', null), eb('name', '=', name)])),
    )
    .orderBy(sql`case when name = ${name} then 0 else 1 end`)
    .orderBy('last_status_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => row.id)
}
