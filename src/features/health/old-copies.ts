import { DAY } from '../../kernel/base/durations.ts'
import { removeCopies } from '../../kernel/db/sqlite/copies.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'

/** ms after which nobody goes back to the version before */
const KEPT = 14 * DAY

/** Copies of the database from before an update go when the update has proved itself. */
export const jobs: JobHandlers = {
  'health.remove_old_copies': {
    every: DAY,
    async run({ config, clock }) {
      removeCopies(config.dataDir, clock() - KEPT)
    },
  },
}
