import { sql } from 'kysely'
import { DAY, HOUR } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { neededByStaff } from './evidence.ts'
import { KEY_AGE } from './idempotency.ts'
import { DISCARD_REBLOGS, discardReblogs, REBLOGS_AT_ONCE } from './remove.ts'
import { removeStatusRows } from './remove-rows.ts'

const ROWS_AT_ONCE = 500

/** Jobs that remove the rows of soft-deleted statuses. */
export const jobs: JobHandlers = {
  [DISCARD_REBLOGS]: {
    async run(app, payload) {
      const discardSome = () => app.transact((tx) => discardReblogs(tx, String(payload.statusId)))
      while ((await discardSome()) === REBLOGS_AT_ONCE);
    },
  },
  'status.remove_deleted': {
    every: DAY,
    run: removeDeleted,
  },
  'status.remove_idempotency_keys': {
    every: HOUR,
    async run(app) {
      while ((await app.transact(removeOldKeys)) === ROWS_AT_ONCE);
    },
  },
}

async function removeOldKeys({ db, now }: Tx): Promise<number> {
  const some = sql`select account_id, key from idempotency_key
    where created_at < ${now - KEY_AGE} limit ${ROWS_AT_ONCE}`
  const result = await sql`delete from idempotency_key
    where (account_id, key) in (${some})`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Removes statuses that were deleted a day ago, except those that staff may need (S-151). */
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
