import type { InferResult } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { viewerFlags } from './viewer-flags.ts'
import { isThere, visibleTo } from './visibility.ts'

/** Statuses with these columns: the start of every query that lists statuses. */
export function selectListedStatuses(db: Db) {
  return db
    .selectFrom('status')
    .innerJoin('status_stats', 'status_stats.status_id', 'status.id')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('account_stats', 'account_stats.account_id', 'status.account_id')
    .select([
      'status.id',
      'status.version',
      'status.account_id',
      'status.reblog_of_id',
      'status.conversation_id',
      'status.application_id',
      'status.poll_id',
      'status.visibility',
      'status_stats.replies_count',
      'status_stats.reblogs_count',
      'status_stats.favourites_count',
      'status_stats.quotes_count',
      'status_stats.reactions_count',
      'status.quote_id',
      'status.links_collections',
      'status.quote_policy',
      'account.version as account_version',
      'account.moved_to_id',
      'account_stats.followers_count',
      'account_stats.following_count',
      'account_stats.statuses_count',
      'account_stats.last_status_at',
    ])
}

/**
 * Columns that every page reads again for every status: ids, versions and counters. The rest of the
 * JSON comes from cached fragments of these versions.
 */
export type ListedStatus = InferResult<ReturnType<typeof selectListedStatuses>>[number] & {
  /** sum of `VIEWER_FLAGS`; absent if the query had no viewer */
  viewer_flags?: number
}

/** The same, with the flags of the viewer unless it is null. */
export function selectListedStatusesFor(db: Db, viewerId: string | null) {
  return selectListedStatuses(db).$if(viewerId !== null, (query) =>
    query.select(viewerFlags(viewerId!).as('viewer_flags')),
  )
}

interface ManyParams {
  ids: readonly string[]
  viewerId: string
}

interface OneParams {
  id: string
  viewerId: string
}

const manyStatuses = {
  forAnybody: prepared((db, p: ManyParams) =>
    visibleStatuses(db, null).where(idIn(db, 'status.id', p.ids)),
  ),
  forViewer: prepared((db, p: ManyParams) =>
    visibleStatuses(db, p.viewerId).where(idIn(db, 'status.id', p.ids)),
  ),
}

const oneStatus = {
  forAnybody: prepared((db, p: OneParams) =>
    visibleStatuses(db, null).where('status.id', '=', p.id),
  ),
  forViewer: prepared((db, p: OneParams) =>
    visibleStatuses(db, p.viewerId).where('status.id', '=', p.id),
  ),
}

function visibleStatuses(db: Db, viewerId: string | null) {
  return selectListedStatusesFor(db, viewerId).where((eb) => visibleTo(eb, viewerId))
}

/** Rows of the statuses that the viewer may see, unordered. */
export async function loadListedStatuses(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ListedStatus>> {
  const [id] = ids
  if (id === undefined) return new Map()
  const shape = viewerId === null ? 'forAnybody' : 'forViewer'
  const asked = viewerId ?? ''
  // on SQLite the lookup by a list of ids costs more than the row itself
  const rows: ListedStatus[] =
    ids.length === 1
      ? await oneStatus[shape](db, { id, viewerId: asked })
      : await manyStatuses[shape](db, { ids, viewerId: asked })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The row of a status that `isThere`, without an access check; null otherwise. Only for viewers who
 * see a status once more after they lost access: see `renderOnceMore`.
 */
export async function findListedStatus(db: Db, id: string): Promise<ListedStatus | null> {
  const row = await selectListedStatuses(db)
    .where('status.id', '=', id)
    .where(isThere)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Rows of statuses whatever their visibility, including deleted statuses whose rows remain. Only
 * for staff pages.
 */
export async function loadAllListedStatuses(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ListedStatus>> {
  const rows = await selectListedStatusesFor(db, viewerId)
    .where(idIn(db, 'status.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
