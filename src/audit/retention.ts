import { idAt } from '../ids.ts'
import { keptSince } from '../instance/retention.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'

const DAY = 86_400_000
/** rows of one transaction */
const BATCH = 500

/** Lets go of old entries, where the operator does not keep them for ever. */
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
