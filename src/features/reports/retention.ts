import { DAY } from '../../kernel/base/durations.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { keptSince } from '../instance/retention.ts'

/** rows per transaction */
const BATCH = 500

/** Removes reports that were resolved long ago, unless the operator retains them for ever. */
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

/** Their notes and notifications are removed, too; decisions about accounts stay. */
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
