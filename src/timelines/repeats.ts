import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Delivered } from './delivered.ts'
import type { Feed, FeedTable } from './feeds.ts'

/**
 * Among so many entries of a timeline nothing shows twice: a reblog of what is there, or was
 * reblogged there, stays out.
 *
 * @see https://github.com/mastodon/mastodon/blob/v4.4.0/app/lib/feed_manager.rb REBLOG_FALLOFF
 */
const LATEST = 40

/** Whether the latest entries show a status, or a reblog of it that was not taken back. */
export function showsLately(
  { table, owner }: FeedTable,
  feedId: Expression<string>,
  statusId: string,
): Expression<SqlBool> {
  const entries = sql.table(table)
  const shownOwner = sql.ref(`shown.${owner}`)
  const later = sql`select 1 from ${entries} as later
    where ${sql.ref(`later.${owner}`)} = ${shownOwner} and later.status_id > shown.status_id
    limit ${sql.lit(LATEST)}`
  const isLate = sql`(select count(*) from (${later}) as few) < ${sql.lit(LATEST)}`
  // a subquery for its value, not with exists: PostgreSQL would read all statuses for each timeline
  const isThere = sql`(select status.deleted_at is null from status where status.id = shown.status_id)`
  return sql<SqlBool>`(
    exists (select 1 from ${entries} as shown
      where ${shownOwner} = ${feedId} and shown.status_id = ${statusId} and ${isLate})
    or exists (select 1 from ${entries} as shown
      where ${shownOwner} = ${feedId} and shown.reblog_of_id = ${statusId} and ${isThere} and ${isLate})
  )`
}

/**
 * Leaves out what a timeline shows lately, and what the given statuses themselves show again among
 * so many.
 *
 * @returns the others, oldest first
 */
export async function withoutRepeats(
  db: Db,
  { kept: { table, owner }, id }: Feed,
  statuses: readonly Delivered[],
): Promise<Delivered[]> {
  const latest = await db
    .selectFrom(`${table} as entry`)
    .innerJoin('status', 'status.id', 'entry.status_id')
    .select(['entry.status_id as id', 'entry.reblog_of_id'])
    .where(`entry.${owner}`, '=', id)
    .where('status.deleted_at', 'is', null)
    .orderBy('entry.status_id', 'desc')
    .limit(LATEST)
    .execute()
  const shown = new Set(latest.map(originOf))
  const added: Delivered[] = []
  for (const status of statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const origin = originOf(status)
    const again = added.slice(-LATEST).some((other) => originOf(other) === origin)
    if (!again && !shown.has(origin)) added.push(status)
  }
  return added
}

function originOf({ id, reblog_of_id }: Pick<Delivered, 'id' | 'reblog_of_id'>): string {
  return reblog_of_id ?? id
}
