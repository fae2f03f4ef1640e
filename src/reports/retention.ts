import { keptSince } from '../instance/retention.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'

const DAY = 86_400_000
/** rows of one transaction */
const BATCH = 500

/** Lets go of reports that were resolved long ago, where the operator does not keep them for ever. */
export const jobs: JobHandlers = {
  'reports.prune': {
    every: DAY,
    async run(app) {
      const before = await keptSince(app, 'retention.resolved_reports')
      if (before === null) return
      while ((await app.transact((tx) => removeSome(tx, before))) === BATCH);
    },
  },
}

/** Notes and notifications of them go along; decisions about accounts stay. */
async function removeSome(tx: Tx, before: number): Promise<number> {
  const old = tx.db
    .selectFrom('report')
    .select('id')
    .where('action_taken_at', '<', before)
    .orderBy('action_taken_at')
    .limit(BATCH)
  const gone = await tx.db.deleteFrom('report').where('id', 'in', old).returning('id').execute()
  return gone.length
}
