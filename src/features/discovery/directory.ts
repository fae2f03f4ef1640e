import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { hiddenFrom } from '../relationships/predicates.ts'
import { isDiscoverable } from './discoverable.ts'

export interface DirectoryPage {
  /** `active`: most recently active first; `new`: newest first */
  order: 'active' | 'new'
  local: boolean
  /**
   * accounts that the viewer blocks or mutes, or that block the viewer, are left out; null: no
   * signed-in viewer
   */
  viewerId: string | null
  /** ms since 1970 */
  now: number
  offset: number
  limit: number
}

/** maximum offset: a page costs as much as all pages before it */
const LAST = 10_000

/**
 * Discoverable accounts (S-351).
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
 * Starts with the few local users, or else with the index in the requested order: SQLite executes a
 * cross join in the written order.
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
