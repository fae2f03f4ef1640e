import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { Visibility } from '../db/schema.ts'
import { isThere, visibleTo } from './visibility.ts'

/**
 * What is read anew for every status on every page: ids, versions and counters. All else comes
 * from fragments that these versions name.
 */
export interface StatusHead {
  id: string
  version: number
  account_id: string
  reblog_of_id: string | null
  conversation_id: string | null
  application_id: string | null
  poll_id: string | null
  visibility: Visibility
  replies_count: number
  reblogs_count: number
  favourites_count: number
  account_version: number
  moved_to_id: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: number | null
}

/** Statuses with their heads: the start of every query that lists statuses. */
export function selectHeads(db: Db) {
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
      'account.version as account_version',
      'account.moved_to_id',
      'account_stats.followers_count',
      'account_stats.following_count',
      'account_stats.statuses_count',
      'account_stats.last_status_at',
    ])
}

const headsForAnybody = prepared((db, p: { ids: readonly string[] }) =>
  selectHeads(db)
    .where(idIn(db, 'status.id', p.ids))
    .where((eb) => visibleTo(eb, null)),
)

const headsForViewer = prepared((db, p: { ids: readonly string[]; viewerId: string }) =>
  selectHeads(db)
    .where(idIn(db, 'status.id', p.ids))
    .where((eb) => visibleTo(eb, p.viewerId)),
)

/** Heads of those statuses that the viewer may see, in no order. */
export async function loadHeads(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, StatusHead>> {
  if (ids.length === 0) return new Map()
  const rows: StatusHead[] =
    viewerId === null
      ? await headsForAnybody(db, { ids })
      : await headsForViewer(db, { ids, viewerId })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The head of a status that is there, whoever may see it; null otherwise. Only for somebody who is
 * to see it once more although the rule says no: see `renderOnceMore`.
 */
export async function findLiveHead(db: Db, id: string): Promise<StatusHead | null> {
  const row = await selectHeads(db).where('status.id', '=', id).where(isThere).executeTakeFirst()
  return row ?? null
}
