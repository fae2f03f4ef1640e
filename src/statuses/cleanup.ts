import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { neededByStaff } from './evidence.ts'
import { KEY_AGE } from './idempotency.ts'
import { discardReblogs } from './remove.ts'
import { removeStatusRows } from './remove-rows.ts'

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
    run: removeDeleted,
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
async function removeDeleted(app: App): Promise<void> {
  const before = app.clock() - DAY
  for (;;) {
    const rows = await removable(app.db, before).orderBy('deleted_at').limit(ROWS_AT_ONCE).execute()
    if (rows.length === 0) return
    const stillGoing = async (db: Db, ids: readonly string[]) =>
      idsOf(
        await removable(db, before)
          .where(idIn(db, 'id', ids))
          .execute(),
      )
    await removeStatusRows(app, idsOf(rows), stillGoing)
  }
}

function removable(db: Db, before: number) {
  return db
    .selectFrom('status')
    .select('id')
    .where('deleted_at', '<', before)
    .where((eb) => eb.not(neededByStaff(eb)))
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
