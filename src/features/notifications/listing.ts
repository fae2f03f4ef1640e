import { type RawBuilder, sql } from 'kysely'
import { BEFORE_ALL_IDS, shownId } from '../../kernel/base/ids.ts'
import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import type { Db } from '../../kernel/db/database.ts'
import {
  type Direction,
  inOrder,
  type Range,
  type Readers,
  type ScannedPage,
  type Stopped,
  scannedPage,
} from '../../kernel/db/list-scan.ts'
import type { Page } from '../../kernel/db/pagination.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { type Notification, newestOfGroups, type Selection, selected } from './queries.ts'
import type { NotificationType } from './tables.ts'
import { GROUPABLE } from './types.ts'

/** A selection of notifications; in a grouped list, only the newest of each group counts. */
export interface Listed extends Selection {
  /** groupable types only; null for an ungrouped list */
  groupedTypes: readonly NotificationType[] | null
}

/** up to this number of types, each is read from its own index range */
const FEW_TYPES = 4

/** maximum of selections whose statements are kept; clients ask for few */
const KEPT = 100

/** The values of a selection's statements: its owner, and the sender if the selection names one. */
interface Asked {
  accountId: string
  fromId: string
}

/** Building a statement takes longer than running it, so those of a selection are kept. */
const scans = createLruCache<string, ReturnType<typeof scansFor>>(KEPT)

function scansOf(listed: Listed) {
  const shape = JSON.stringify({ ...listed, fromId: listed.fromId !== null })
  const known = scans.get(shape)
  if (known !== undefined) return known
  const made = scansFor(listed)
  scans.set(shape, made)
  return made
}

function scansFor(listed: Listed) {
  const candidates = candidatesOf(listed)
  return {
    page: scannedPage({ ...candidates, query: (db, asked: Asked) => listedBy(db, asked, listed) }),
    ids: scannedPage({
      ...candidates,
      query: (db, asked: Asked) =>
        listedBy(db, asked, listed).clearSelect().select('notification.id'),
    }),
  }
}

/** A page of an account's notifications; of each group only the newest. */
export function pageOfListed(
  readers: Readers,
  accountId: string,
  listed: Listed,
  page: Page,
): Promise<ScannedPage<Notification>> {
  return scansOf(listed).page(readers, { accountId, fromId: listed.fromId ?? '' }, page)
}

const lastReadOf = prepared((db, p: { userId: string }) =>
  db
    .selectFrom('marker')
    .where('user_id', '=', p.userId)
    .where('timeline', '=', 'notifications')
    .select('last_read_id'),
)

/** Number of notifications after the viewer's marker; counted up to `limit`. */
export async function countUnread(
  readers: Readers,
  viewer: { id: string; userId: string },
  listed: Listed,
  limit: number,
): Promise<number> {
  const [read] = await lastReadOf(readers.db, { userId: viewer.userId })
  const { rows } = await scansOf(listed).ids(
    readers,
    { accountId: viewer.id, fromId: listed.fromId ?? '' },
    { maxId: null, sinceId: read?.last_read_id ?? BEFORE_ALL_IDS, minId: null, limit },
  )
  return rows.length
}

function listedBy(db: Db, { accountId, fromId }: Asked, { groupedTypes, ...given }: Listed) {
  const selection = { ...given, fromId: given.fromId === null ? null : fromId }
  if (groupedTypes === null) return selected(db, accountId, selection)
  return newestOfGroups(db, accountId, selection, groupedTypes)
}

/** Uses the conditions of the partial indexes, so that no query scans rows of another list. */
function candidatesOf(listed: Listed) {
  const column = 'notification.id'
  const from =
    (conditions: readonly RawBuilder<unknown>[]) => (p: Asked & Range, to: Direction) => {
      const own = sql`select notification.id from notification where notification.account_id = ${p.accountId}`
      return inOrder(p, to, { ranges: conditions.map((one) => sql`${own} ${one}`), column })
    }
  const { types, fromId } = listed
  if (fromId !== null) {
    const candidates = (p: Asked & Range, to: Direction) =>
      from([sql`and notification.from_account_id = ${p.fromId}`])(p, to)
    return { column, candidates }
  }
  const wide = from([wideCondition(listed)])
  if (types === null) return { column, candidates: wide }
  const narrow = types.flatMap((type) => rangesOf(type, listed))
  if (narrow.length === 0) return { column, candidates: from([sql`and 1 = 0`]) }
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

/** The position at which a page stopped early, with ids in the clients' form. */
export function shownStop(stopped: Stopped): Stopped {
  if (stopped === null) return null
  return 'max_id' in stopped
    ? { max_id: shownId(stopped.max_id) }
    : { min_id: shownId(stopped.min_id) }
}
