import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { ListedStatus } from './status-rows.ts'
import { VIEWER_FLAGS, viewerFlags } from './viewer-flags.ts'

const flagsOfStatuses = prepared((db, p: { viewerId: string; ids: readonly string[] }) =>
  db
    .selectFrom('status')
    .select(['status.id', viewerFlags(p.viewerId).as('flags')])
    .where(idIn(db, 'status.id', p.ids)),
)

/**
 * The viewer's flags for statuses whose query did not select them. For reblogs, pass the originals.
 * @returns a sum of `VIEWER_FLAGS` by status
 */
export async function loadViewerFlags(
  db: Db,
  viewerId: string,
  listed: readonly ListedStatus[],
): Promise<Map<string, number>> {
  const rows = await flagsOfStatuses(db, { viewerId, ids: listed.map((row) => row.id) })
  return new Map(rows.map((row) => [row.id, row.flags]))
}

interface ViewersParams {
  statusId: string
  conversationId: string | null
  viewerIds: readonly string[]
}

// Flags of many viewers for one status: each arm of the union reads a covering index.
const flagsOfViewers = prepared((db, p: ViewersParams) =>
  db
    .selectFrom('favourite')
    .select([sql.lit(VIEWER_FLAGS.favourited).as('flag'), 'account_id'])
    .where('status_id', '=', p.statusId)
    .where(idIn(db, 'account_id', p.viewerIds))
    .unionAll(
      db
        .selectFrom('bookmark')
        .select([sql.lit(VIEWER_FLAGS.bookmarked).as('flag'), 'account_id'])
        .where('status_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds)) as never,
    )
    .unionAll(
      db
        .selectFrom('status')
        .select([sql.lit(VIEWER_FLAGS.reblogged).as('flag'), 'account_id'])
        .where('reblog_of_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds))
        .where('deleted_at', 'is', null) as never,
    )
    .unionAll(
      db
        .selectFrom('status_pin')
        .select([sql.lit(VIEWER_FLAGS.pinned).as('flag'), 'account_id'])
        .where('status_id', '=', p.statusId)
        .where(idIn(db, 'account_id', p.viewerIds)) as never,
    )
    .unionAll(
      db
        .selectFrom('conversation_mute')
        .select([sql.lit(VIEWER_FLAGS.muted).as('flag'), 'account_id'])
        .where('conversation_id', '=', p.conversationId)
        .where(idIn(db, 'account_id', p.viewerIds)) as never,
    ),
)

/**
 * Flags of many viewers for one status; for a reblog, pass its original.
 * @returns a sum of `VIEWER_FLAGS` by viewer; viewers without flags are absent
 */
export async function loadFlagsOfViewers(
  db: Db,
  row: Pick<ListedStatus, 'id' | 'conversation_id'>,
  viewerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows: { flag: number; account_id: string }[] = await flagsOfViewers(db, {
    statusId: row.id,
    conversationId: row.conversation_id,
    viewerIds,
  })
  const flags = new Map<string, number>()
  for (const { flag, account_id } of rows)
    flags.set(account_id, (flags.get(account_id) ?? 0) | flag)
  return flags
}
