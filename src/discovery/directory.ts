import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { hiddenFrom } from '../relationships/predicates.ts'
import { isDiscoverable } from './discoverable.ts'

export interface DirectoryPage {
  /** `active`: who posted last comes first; `new`: who came last */
  order: 'active' | 'new'
  local: boolean
  /** does not meet those it blocks or mutes, nor those who block it; null for nobody signed in */
  viewerId: string | null
  /** ms since 1970 */
  now: number
  offset: number
  limit: number
}

/** nobody turns so many pages; each is read past those before it */
const LAST = 10_000

/**
 * People who let themselves be found (S-351).
 *
 * @returns ids in order
 * @see https://docs.joinmastodon.org/methods/directory/
 */
export async function directoryPage(db: Db, page: DirectoryPage): Promise<string[]> {
  const { order, local, viewerId, now, offset, limit } = page
  if (limit === 0 || offset > LAST) return []
  const listed = selectListed(db, { order, local })
    .where(isDiscoverable)
    .$if(viewerId !== null, (q) =>
      q.where(sql<SqlBool>`not ${hiddenFrom(viewerId!, sql.ref('account.id'), now)}`),
    )
    .limit(limit)
    .offset(offset)
  if (order === 'new') {
    const newest = await listed.orderBy('account.id', 'desc').execute()
    return idsOf(newest)
  }
  const last = await listed
    .orderBy('account_stats.last_status_at', (by) => by.desc().nullsLast())
    .orderBy('account_stats.account_id', 'desc')
    .execute()
  return idsOf(last)
}

/**
 * Begins with the few people of this server, or else with the index that has them in order: SQLite takes
 * a cross join in the order in which it is written.
 */
function selectListed(db: Db, { order, local }: Pick<DirectoryPage, 'order' | 'local'>) {
  if (local) {
    return db
      .selectFrom('local_user')
      .crossJoin('account')
      .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
      .whereRef('account.id', '=', 'local_user.account_id')
      .select('account.id')
  }
  const ordered =
    order === 'new'
      ? db.selectFrom('account').crossJoin('account_stats')
      : db.selectFrom('account_stats').crossJoin('account')
  return ordered.whereRef('account.id', '=', 'account_stats.account_id').select('account.id')
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id)
}
