import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Delivered } from './delivered.ts'

/**
 * Among so many entries of a home timeline nothing shows twice: a reblog of what is there, or was
 * reblogged there, stays out.
 *
 * @see https://github.com/mastodon/mastodon/blob/v4.4.0/app/lib/feed_manager.rb REBLOG_FALLOFF
 */
const LATEST = 40

/** Whether the latest entries of a home show a status, or a reblog of it that was not taken back. */
export function showsLately(owner: Expression<string>, statusId: string): Expression<SqlBool> {
  const later = sql`select 1 from home_entry as later
    where later.account_id = shown.account_id and later.status_id > shown.status_id
    limit ${sql.lit(LATEST)}`
  const isLate = sql`(select count(*) from (${later}) as few) < ${sql.lit(LATEST)}`
  // a subquery for its value, not with exists: PostgreSQL would read all statuses for each home
  const isThere = sql`(select status.deleted_at is null from status where status.id = shown.status_id)`
  return sql<SqlBool>`(
    exists (select 1 from home_entry as shown
      where shown.account_id = ${owner} and shown.status_id = ${statusId} and ${isLate})
    or exists (select 1 from home_entry as shown
      where shown.account_id = ${owner} and shown.reblog_of_id = ${statusId} and ${isThere} and ${isLate})
  )`
}

/**
 * Leaves out what somebody's home timeline shows lately, and what the given statuses themselves
 * show again among so many.
 *
 * @returns the others, oldest first
 */
export async function withoutRepeats(
  db: Db,
  accountId: string,
  statuses: readonly Delivered[],
): Promise<Delivered[]> {
  const latest = await db
    .selectFrom('home_entry')
    .innerJoin('status', 'status.id', 'home_entry.status_id')
    .select(['home_entry.status_id as id', 'home_entry.reblog_of_id'])
    .where('home_entry.account_id', '=', accountId)
    .where('status.deleted_at', 'is', null)
    .orderBy('home_entry.status_id', 'desc')
    .limit(LATEST)
    .execute()
  const shown = new Set(latest.map(originOf))
  const kept: Delivered[] = []
  for (const status of statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const origin = originOf(status)
    const again = kept.slice(-LATEST).some((other) => originOf(other) === origin)
    if (!again && !shown.has(origin)) kept.push(status)
  }
  return kept
}

function originOf({ id, reblog_of_id }: Pick<Delivered, 'id' | 'reblog_of_id'>): string {
  return reblog_of_id ?? id
}
