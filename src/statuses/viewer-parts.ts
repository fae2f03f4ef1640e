import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { StatusHead } from './heads.ts'

/** What one viewer has done with statuses, by status id (conversation id for `muted`). */
export interface ViewerParts {
  favourited: ReadonlySet<string>
  reblogged: ReadonlySet<string>
  bookmarked: ReadonlySet<string>
  pinned: ReadonlySet<string>
  mutedConversations: ReadonlySet<string>
}

interface FlagParams {
  viewerId: string
  statusIds: readonly string[]
  conversationIds: readonly string[]
  ownIds: readonly string[]
}

interface FlagShape {
  pins: boolean
  mutes: boolean
}

/** One query for all flags: each arm reads a covering index, and arms that nothing is asked of stay out. */
const prepareFlags = ({ pins, mutes }: FlagShape) =>
  prepared((db, p: FlagParams) =>
    db
      .selectFrom('favourite')
      .select([sql.lit('favourited').as('flag'), 'status_id as id'])
      .where('account_id', '=', p.viewerId)
      .where(idIn(db, 'status_id', p.statusIds))
      .unionAll(
        db
          .selectFrom('bookmark')
          .select([sql.lit('bookmarked').as('flag'), 'status_id as id'])
          .where('account_id', '=', p.viewerId)
          .where(idIn(db, 'status_id', p.statusIds)),
      )
      .unionAll(
        db
          .selectFrom('status')
          .select([sql.lit('reblogged').as('flag'), 'reblog_of_id as id'])
          .where('account_id', '=', p.viewerId)
          .where(idIn(db, 'reblog_of_id', p.statusIds))
          .where('reblog_of_id', 'is not', null)
          .where('deleted_at', 'is', null) as never,
      )
      .$if(pins, (query) =>
        query.unionAll(
          db
            .selectFrom('status_pin')
            .select([sql.lit('pinned').as('flag'), 'status_id as id'])
            .where('account_id', '=', p.viewerId)
            .where(idIn(db, 'status_id', p.ownIds)) as never,
        ),
      )
      .$if(mutes, (query) =>
        query.unionAll(
          db
            .selectFrom('conversation_mute')
            .select([sql.lit('muted').as('flag'), 'conversation_id as id'])
            .where('account_id', '=', p.viewerId)
            .where(idIn(db, 'conversation_id', p.conversationIds)) as never,
        ),
      ),
  )

const flags = {
  plain: prepareFlags({ pins: false, mutes: false }),
  pins: prepareFlags({ pins: true, mutes: false }),
  mutes: prepareFlags({ pins: false, mutes: true }),
  both: prepareFlags({ pins: true, mutes: true }),
}

/** What the viewer has done with these statuses. Reblogs are asked for by their originals. */
export async function loadViewerParts(
  db: Db,
  viewerId: string,
  heads: readonly StatusHead[],
): Promise<ViewerParts> {
  const statusIds = heads.map((head) => head.id)
  const conversationIds = heads.map((head) => head.conversation_id).filter((id) => id !== null)
  const ownIds = heads.filter((head) => head.account_id === viewerId).map((head) => head.id)
  const pinned = ownIds.length > 0
  const shape = conversationIds.length > 0 ? (pinned ? 'both' : 'mutes') : pinned ? 'pins' : 'plain'
  const asked: FlagParams = { viewerId, statusIds, conversationIds, ownIds }
  const rows: { flag: string; id: string }[] = await flags[shape](db, asked)
  return partsOf(rows)
}

function partsOf(rows: readonly { flag: string; id: string }[]): ViewerParts {
  const sets: Record<string, Set<string>> = {
    favourited: new Set(),
    reblogged: new Set(),
    bookmarked: new Set(),
    pinned: new Set(),
    muted: new Set(),
  }
  for (const row of rows) sets[row.flag]!.add(row.id)
  return {
    favourited: sets.favourited!,
    reblogged: sets.reblogged!,
    bookmarked: sets.bookmarked!,
    pinned: sets.pinned!,
    mutedConversations: sets.muted!,
  }
}

interface ViewersParams {
  statusId: string
  conversationId: string | null
  viewerIds: readonly string[]
}

// The same for many viewers of one status.
const flagsOfViewers = prepared((db, p: ViewersParams) =>
  db
    .selectFrom('favourite')
    .select([sql.lit('favourited').as('flag'), 'status_id as id', 'account_id'])
    .where('status_id', '=', p.statusId)
    .where(idIn(db, 'account_id', p.viewerIds))
    .unionAll(
      db
        .selectFrom('bookmark')
        .select([sql.lit('bookmarked').as('flag'), 'status_id as id', 'account_id'])
        .where('status_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds)),
    )
    .unionAll(
      db
        .selectFrom('status')
        .select([sql.lit('reblogged').as('flag'), 'reblog_of_id as id', 'account_id'])
        .where('reblog_of_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds))
        .where('deleted_at', 'is', null) as never,
    )
    .unionAll(
      db
        .selectFrom('status_pin')
        .select([sql.lit('pinned').as('flag'), 'status_id as id', 'account_id'])
        .where('status_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds)),
    )
    .unionAll(
      db
        .selectFrom('conversation_mute')
        .select([sql.lit('muted').as('flag'), 'conversation_id as id', 'account_id'])
        .where('conversation_id', '=', p.conversationId)
        .where(idIn(db, 'account_id', p.viewerIds)),
    ),
)

/** For a viewer who did nothing with a status. */
export const NO_PARTS: ViewerParts = partsOf([])

/**
 * What many viewers have done with one status, asked for by its original if it is a reblog.
 * @returns by viewer; who did nothing is absent
 */
export async function loadPartsOfViewers(
  db: Db,
  head: Pick<StatusHead, 'id' | 'conversation_id'>,
  viewerIds: readonly string[],
): Promise<Map<string, ViewerParts>> {
  const rows: { flag: string; id: string; account_id: string }[] = await flagsOfViewers(db, {
    statusId: head.id,
    conversationId: head.conversation_id,
    viewerIds,
  })
  const byViewer = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...byViewer].map(([viewerId, own]) => [viewerId, partsOf(own)]))
}

/** The viewer's members of a status's JSON, from a leading comma on (S-015). */
export function presentViewerParts(
  viewerId: string,
  head: StatusHead,
  parts: ViewerParts,
  isReblog: boolean,
): string {
  const muted = head.conversation_id !== null && parts.mutedConversations.has(head.conversation_id)
  const pinnable = head.account_id === viewerId && head.visibility !== 'direct' && !isReblog
  return (
    `,"favourited":${parts.favourited.has(head.id)},"reblogged":${parts.reblogged.has(head.id)}` +
    `,"muted":${muted},"bookmarked":${parts.bookmarked.has(head.id)}` +
    (pinnable ? `,"pinned":${parts.pinned.has(head.id)}` : '') +
    ',"filtered":[]'
  )
}
