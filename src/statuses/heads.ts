import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { QuotePolicy, Visibility } from '../db/schema.ts'
import { viewerFlags } from './viewer-flags.ts'
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
  quotes_count: number
  reactions_count: number
  quote_id: string | null
  links_collections: boolean
  quote_policy: QuotePolicy | null
  account_version: number
  moved_to_id: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: number | null
  /** of the viewer that the query was for; a query that asked for none has it not */
  viewer_flags?: number
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

/** The same with what the viewer, if there is one, has done with them. */
export function selectHeadsFor(db: Db, viewerId: string | null) {
  return selectHeads(db).$if(viewerId !== null, (query) =>
    query.select(viewerFlags(viewerId!).as('viewer_flags')),
  )
}

interface ManyAsked {
  ids: readonly string[]
  viewerId: string
}

interface OneAsked {
  id: string
  viewerId: string
}

const manyHeads = {
  forAnybody: prepared((db, p: ManyAsked) =>
    visibleHeads(db, null).where(idIn(db, 'status.id', p.ids)),
  ),
  forViewer: prepared((db, p: ManyAsked) =>
    visibleHeads(db, p.viewerId).where(idIn(db, 'status.id', p.ids)),
  ),
}

const oneHead = {
  forAnybody: prepared((db, p: OneAsked) => visibleHeads(db, null).where('status.id', '=', p.id)),
  forViewer: prepared((db, p: OneAsked) =>
    visibleHeads(db, p.viewerId).where('status.id', '=', p.id),
  ),
}

function visibleHeads(db: Db, viewerId: string | null) {
  return selectHeadsFor(db, viewerId).where((eb) => visibleTo(eb, viewerId))
}

/** Heads of those statuses that the viewer may see, in no order. */
export async function loadHeads(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, StatusHead>> {
  const [id] = ids
  if (id === undefined) return new Map()
  const shape = viewerId === null ? 'forAnybody' : 'forViewer'
  const asked = viewerId ?? ''
  // a list costs SQLite more than the row that it leads to
  const rows: StatusHead[] =
    ids.length === 1
      ? await oneHead[shape](db, { id, viewerId: asked })
      : await manyHeads[shape](db, { ids, viewerId: asked })
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

/**
 * Heads of statuses whatever their visibility, also of deleted ones whose rows are kept: only for what the
 * staff looks at.
 */
export async function loadAllHeads(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, StatusHead>> {
  const rows = await selectHeadsFor(db, viewerId)
    .where(idIn(db, 'status.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
