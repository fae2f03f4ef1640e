import { searchTextsOf } from '../features/statuses/write/search-text.ts'
import type { Db } from '../kernel/db/database.ts'
import { indexStatuses } from '../kernel/db/search/statuses.ts'
import type { Indexed } from '../kernel/db/search/text-index.ts'

const ROWS_AT_ONCE = 500

/** Indexes the next statuses by id; `last` is null after the last one. */
export async function indexStatusesAfter(db: Db, after: string): Promise<Indexed> {
  const rows = await db
    .selectFrom('status')
    .select('id')
    .where('id', '>', after)
    .where('reblog_of_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  const ids = rows.map(({ id }) => id)
  await indexStatuses(db, await searchTextsOf(db, ids))
  return { count: ids.length, last: ids.at(-1) ?? null }
}
