import type { Selectable } from 'kysely'
import { Conflict } from '../../kernel/base/errors.ts'
import { isoTime } from '../../kernel/base/json.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { MarkerTable } from './tables.ts'

export const MARKED_TIMELINES = ['home', 'notifications'] as const
export type MarkedTimeline = (typeof MARKED_TIMELINES)[number]
export type Marker = Selectable<MarkerTable>

/** A user's read positions in these timelines; timelines without a marker are absent. */
export async function findMarkers(
  db: Db,
  userId: string,
  timelines: readonly MarkedTimeline[],
): Promise<Marker[]> {
  if (timelines.length === 0) return []
  return db
    .selectFrom('marker')
    .selectAll()
    .where('user_id', '=', userId)
    .where('timeline', 'in', timelines)
    .orderBy('timeline')
    .execute()
}

/**
 * Moves a user's read position. The marker's version grows by one with each change; the same
 * position again is no change (S-349).
 *
 * @param before the marker as the caller read it, or null if there was none
 * @throws Conflict if another request has changed it since (S-031)
 */
export async function moveMarker(
  tx: Tx,
  position: { userId: string; timeline: MarkedTimeline; lastReadId: string },
  before: Marker | null,
): Promise<void> {
  const { userId, timeline, lastReadId } = position
  if (before !== null && idText(before.last_read_id) === idText(lastReadId)) return
  const row = { last_read_id: lastReadId, version: (before?.version ?? -1) + 1, updated_at: tx.now }
  const changed =
    before === null
      ? await tx.db
          .insertInto('marker')
          .values({ user_id: userId, timeline, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx.db
          .updateTable('marker')
          .set(row)
          .where('user_id', '=', userId)
          .where('timeline', '=', timeline)
          .where('version', '=', before.version)
          .returning('version')
          .executeTakeFirst()
  if (changed === undefined) throw new Conflict()
}

/** By timeline: https://docs.joinmastodon.org/entities/Marker/ */
export function presentMarkers(markers: readonly Marker[]) {
  return Object.fromEntries(
    markers.map(({ timeline, last_read_id, version, updated_at }) => [
      timeline,
      { last_read_id: idText(last_read_id), version, updated_at: isoTime(updated_at) },
    ]),
  )
}

/** Clients may mark a position that no status has, such as 0: returned without leading zeros. */
function idText(id: string): string {
  return BigInt(id).toString()
}
