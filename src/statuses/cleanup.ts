import { idIn } from '../db/id-in.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'
import { neededByStaff } from './evidence.ts'
import { KEY_AGE } from './idempotency.ts'
import { discardReblogs } from './remove.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ROWS_AT_ONCE = 500

/** What removes the rows that soft deletion left. */
export const jobs: JobHandlers = {
  'status.discard_reblogs': {
    async run(app, payload) {
      await app.transact((tx) => discardReblogs(tx, String(payload.statusId)))
    },
  },
  'status.remove_deleted': {
    every: DAY,
    async run(app) {
      while ((await app.transact(removeSome)) === ROWS_AT_ONCE);
    },
  },
  'status.remove_idempotency_keys': {
    every: HOUR,
    async run(app) {
      await app.transact(async (tx) => {
        await tx.db
          .deleteFrom('idempotency_key')
          .where('created_at', '<', tx.now - KEY_AGE)
          .execute()
      })
    },
  },
}

/** Removes statuses that were deleted a day ago, but for those that the staff may need (S-151). */
async function removeSome(tx: Tx): Promise<number> {
  const rows = await tx.db
    .selectFrom('status')
    .select('id')
    .where('deleted_at', '<', tx.now - DAY)
    .where((eb) => eb.not(neededByStaff(eb)))
    .orderBy('deleted_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  const ids = rows.map((row) => row.id)
  await removeRows(tx, ids)
  return ids.length
}

/** Removes rows of statuses and all that hangs on them; what answered them then answers nothing. */
export async function removeRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('status')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(idIn(tx.db, 'in_reply_to_id', ids))
    .execute()
  await tx.db
    .deleteFrom('status')
    .where(idIn(tx.db, 'id', ids))
    .execute()
}
