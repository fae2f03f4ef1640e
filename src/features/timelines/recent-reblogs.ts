import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { FeedStatus } from './feed-status.ts'
import { type Feed, type FeedTable, HOME } from './feeds.ts'

/**
 * Within this number of entries a timeline shows no status twice: a reblog of a status that is there, or
 * was reblogged there, is left out.
 *
 * @see https://github.com/mastodon/mastodon/blob/v4.4.0/app/lib/feed_manager.rb REBLOG_FALLOFF
 */
const LATEST = 40

/** A reblog in a timeline, by columns or placeholders. */
interface Repeat {
  feedId: Expression<unknown> | string
  entryId: Expression<unknown> | string
  originId: Expression<unknown> | string
}

/**
 * Whether an entry is no reblog of a status that the entries just before it include, by itself or by a reblog
 * that was not undone. Readers of entries ask it, so that it does not matter when an entry was written.
 */
export function isNoRepeat(kept: FeedTable): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${kept.table}.${name}`)
  const originId = column('reblog_of_id')
  const entry = { feedId: column(kept.owner), entryId: column('status_id'), originId }
  return sql<SqlBool>`(${originId} is null or not ${repeats(kept, entry)})`
}

/** Whether the entries just before a reblog include its original or another reblog of it. */
export function repeats(kept: FeedTable, { feedId, entryId, originId }: Repeat) {
  const entries = sql.table(kept.table)
  const owner = sql.ref(`shown.${kept.owner}`)
  const isNear = isWithin(kept, { feedId: owner, from: sql.ref('shown.status_id'), to: entryId })
  // a scalar subquery instead of exists: PostgreSQL would scan all statuses for each timeline
  const isThere = sql`(select theirs.deleted_at is null from status as theirs where theirs.id = shown.status_id)`
  return sql<SqlBool>`(
    exists (select 1 from ${entries} as shown
      where ${owner} = ${feedId} and shown.status_id = ${originId}
        and shown.status_id < ${entryId} and ${isNear})
    or exists (select 1 from ${entries} as shown
      where ${owner} = ${feedId} and shown.reblog_of_id = ${originId}
        and shown.status_id < ${entryId} and ${isThere} and ${isNear}))`
}

/**
 * The same for a status that the timeline has not pulled yet, by an author whom its owner follows. For streams,
 * which do not wait until it is read.
 */
export function repeatsPulled({ feedId, entryId, originId }: Repeat): Expression<SqlBool> {
  const from = sql.ref('pulled.status_id')
  return sql<SqlBool>`exists (select 1 from pulled_status as pulled
    where (pulled.status_id = ${originId} or pulled.reblog_of_id = ${originId})
      and pulled.status_id < ${entryId}
      and pulled.position >
        coalesce((select own.position from home_pull as own where own.account_id = ${feedId}), 0)
      and exists (select 1 from follow as followed
        where followed.account_id = ${feedId} and followed.target_id = pulled.author_id)
      and ${isWithin(HOME, { feedId, from, to: entryId })})`
}

interface Span {
  feedId: Expression<unknown> | string
  from: Expression<unknown>
  to: Expression<unknown> | string
}

/** Whether so few entries are between two statuses that one would repeat the other. */
function isWithin({ table, owner }: FeedTable, { feedId, from, to }: Span) {
  const between = sql`select 1 from ${sql.table(table)} as later
    where ${sql.ref(`later.${owner}`)} = ${feedId}
      and later.status_id > ${from} and later.status_id < ${to}
    limit ${sql.lit(LATEST)}`
  return sql<SqlBool>`(select count(*) from (${between}) as few) < ${sql.lit(LATEST)}`
}

/**
 * Removes statuses that the timeline's latest entries show already, and repetitions among the given
 * statuses within that number.
 *
 * @returns the others, oldest first
 */
export async function withoutRepeats(
  db: Db,
  { kept: { table, owner }, id }: Feed,
  statuses: readonly FeedStatus[],
): Promise<FeedStatus[]> {
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
  const added: FeedStatus[] = []
  for (const status of statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const origin = originOf(status)
    const again = added.slice(-LATEST).some((other) => originOf(other) === origin)
    if (!again && !shown.has(origin)) added.push(status)
  }
  return added
}

function originOf({ id, reblog_of_id }: Pick<FeedStatus, 'id' | 'reblog_of_id'>): string {
  return reblog_of_id ?? id
}
