import { DAY } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { applyJobs } from './apply.ts'
import { refreshJobs } from './refresh.ts'
import { retractJobs } from './retract.ts'

/** ms after which an undecided dry run is removed */
const DRY_RUN_LIFETIME = 30 * DAY

export const jobs: JobHandlers = {
  ...applyJobs,
  ...retractJobs,
  ...refreshJobs,
  'block_lists.prune': { every: DAY, run: prune },
}

/** Removes undecided dry runs; each has 10,000 rows at most. */
async function prune(app: App): Promise<void> {
  const removeOne = () =>
    app.transact(async (tx) => {
      const old = await tx.db
        .selectFrom('block_import')
        .select('id')
        .where('state', '=', 'dry_run')
        .where('created_at', '<', tx.now - DRY_RUN_LIFETIME)
        .limit(1)
        .executeTakeFirst()
      if (old === undefined) return false
      await tx.db.deleteFrom('block_import').where('id', '=', old.id).execute()
      return true
    })
  while (await removeOne());
}
