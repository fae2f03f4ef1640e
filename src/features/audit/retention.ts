import { DAY } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { keptSince } from '../instance/retention.ts'

/** rows per transaction */
const BATCH = 500

/** Removes old entries, unless the operator retains them for ever. */
export const jobs: JobHandlers = {
  'audit.prune': {
    every: DAY,
    async run(app) {
      const before = await keptSince(app, 'retention.audit_log')
      if (before === null) return
      while ((await app.transact((tx) => removeSome(tx, before))) === BATCH);
    },
  },
}

async function removeSome(tx: Tx, before: number): Promise<number> {
  const old = tx.db
    .selectFrom('audit_entry')
    .select('id')
    .where('id', '<', idAt(before))
    .orderBy('id')
    .limit(BATCH)
  const gone = await tx.db
    .deleteFrom('audit_entry')
    .where('id', 'in', old)
    .returning('id')
    .execute()
  return gone.length
}
