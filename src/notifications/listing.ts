import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Page } from '../db/pagination.ts'
import type { NotificationType } from '../db/schema.ts'
import {
  type Direction,
  inOrder,
  type Range,
  type Readers,
  type Stopped,
  type Walked,
  walkedPage,
} from '../db/walk.ts'
import { BEFORE_ALL_IDS, shownId } from '../ids.ts'
import { heads, type Notification, type Selection, selected } from './queries.ts'
import { GROUPABLE } from './types.ts'

/** A selection of which, in a list of groups, the newest of each group counts. */
export interface Listed extends Selection {
  /** groupable ones only; null for a list that has no groups */
  groupedTypes: readonly NotificationType[] | null
}

/** types up to which each is read from its own range of the index from the beginning */
const FEW_TYPES = 4

/** A page of an account's notifications, of those with groups one of each: `heads`. */
export function pageOfListed(
  readers: Readers,
  accountId: string,
  listed: Listed,
  page: Page,
): Promise<Walked<Notification>> {
  return walkedPage({
    ...candidatesOf(accountId, listed),
    query: (db) => listedBy(db, accountId, listed),
  })(readers, {}, page)
}

/** How many came after what the viewer has read; counted up to `limit`. */
export async function countUnread(
  readers: Readers,
  viewer: { id: string; userId: string },
  listed: Listed,
  limit: number,
): Promise<number> {
  const read = await readers.db
    .selectFrom('marker')
    .where('user_id', '=', viewer.userId)
    .where('timeline', '=', 'notifications')
    .select('last_read_id')
    .executeTakeFirst()
  const { rows } = await walkedPage({
    ...candidatesOf(viewer.id, listed),
    query: (db) => listedBy(db, viewer.id, listed).clearSelect().select('notification.id'),
  })(
    readers,
    {},
    { maxId: null, sinceId: read?.last_read_id ?? BEFORE_ALL_IDS, minId: null, limit },
  )
  return rows.length
}

function listedBy(db: Db, accountId: string, { groupedTypes, ...selection }: Listed) {
  if (groupedTypes === null) return selected(db, accountId, selection)
  return heads(db, accountId, selection, groupedTypes)
}

/** In the words of the indexes, so that no list is looked through for what another has. */
function candidatesOf(accountId: string, listed: Listed) {
  const own = sql`select notification.id from notification where notification.account_id = ${accountId}`
  const from = (ranges: readonly RawBuilder<unknown>[]) => (range: Range, direction: Direction) =>
    inOrder(range, direction, { ranges, column: 'notification.id' })
  const column = 'notification.id'
  const { types, fromId } = listed
  if (fromId !== null) {
    return { column, candidates: from([sql`${own} and notification.from_account_id = ${fromId}`]) }
  }
  const wide = from([sql`${own} ${wideCondition(listed)}`])
  if (types === null) return { column, candidates: wide }
  const narrow = types.flatMap((type) => rangesOf(type, listed).map((one) => sql`${own} ${one}`))
  if (narrow.length === 0) return { column, candidates: from([sql`${own} and 1 = 0`]) }
  const candidates = from(narrow)
  return types.length > FEW_TYPES
    ? { column, candidates, firstCandidates: wide }
    : { column, candidates }
}

function wideCondition({ groupedTypes, includeFiltered }: Listed): RawBuilder<unknown> {
  if (includeFiltered) return sql``
  const all = groupedTypes !== null && GROUPABLE.every((type) => groupedTypes.includes(type))
  return all
    ? sql`and not notification.filtered and notification.newest = true`
    : sql`and not notification.filtered`
}

/** Ranges of the index `notification_type`. */
function rangesOf(
  type: NotificationType,
  { groupedTypes, includeFiltered }: Listed,
): RawBuilder<unknown>[] {
  const newest = groupedTypes?.includes(type) ? [true] : [true, false]
  return (includeFiltered ? [false, true] : [false]).flatMap((filtered) =>
    newest.map(
      (one) => sql`and notification.type = ${sql.lit(type)}
        and notification.filtered = ${sql.lit(filtered)} and notification.newest = ${sql.lit(one)}`,
    ),
  )
}

/** Where a page goes on that was stopped, as clients see ids. */
export function shownStop(stopped: Stopped): Stopped {
  if (stopped === null) return null
  return 'max_id' in stopped
    ? { max_id: shownId(stopped.max_id) }
    : { min_id: shownId(stopped.min_id) }
}
