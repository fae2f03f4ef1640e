import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { StatusHead } from './heads.ts'
import { VIEWER_FLAGS, viewerFlags } from './viewer-flags.ts'

const flagsOfStatuses = prepared((db, p: { viewerId: string; ids: readonly string[] }) =>
  db
    .selectFrom('status')
    .select(['status.id', viewerFlags(p.viewerId).as('flags')])
    .where(idIn(db, 'status.id', p.ids)),
)

/**
 * What the viewer has done with statuses whose query did not ask for it. Reblogs are asked for by
 * their originals.
 * @returns a sum of `VIEWER_FLAGS` by status
 */
export async function loadViewerFlags(
  db: Db,
  viewerId: string,
  heads: readonly StatusHead[],
): Promise<Map<string, number>> {
  const rows = await flagsOfStatuses(db, { viewerId, ids: heads.map((head) => head.id) })
  return new Map(rows.map((row) => [row.id, row.flags]))
}

interface ViewersParams {
  statusId: string
  conversationId: string | null
  viewerIds: readonly string[]
}

// The same for many viewers of one status: each arm reads a covering index.
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
 * What many viewers have done with one status, asked for by its original if it is a reblog.
 * @returns a sum of `VIEWER_FLAGS` by viewer; who did nothing is absent
 */
export async function loadFlagsOfViewers(
  db: Db,
  head: Pick<StatusHead, 'id' | 'conversation_id'>,
  viewerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows: { flag: number; account_id: string }[] = await flagsOfViewers(db, {
    statusId: head.id,
    conversationId: head.conversation_id,
    viewerIds,
  })
  const flags = new Map<string, number>()
  for (const { flag, account_id } of rows)
    flags.set(account_id, (flags.get(account_id) ?? 0) | flag)
  return flags
}
