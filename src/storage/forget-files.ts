import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'

const FORGET = 'storage.forget_files'

/** Removes files that no row names any more, by a job: once the transaction is committed, and not before. */
export function forgetFiles(tx: Tx, keys: readonly string[]): void {
  const real = [...new Set(keys)].filter((key) => key !== '')
  if (real.length > 0) tx.enqueue({ kind: FORGET, payload: { keys: real } })
}

export const jobs: JobHandlers = {
  [FORGET]: {
    async run(app, payload) {
      for (const key of payload.keys as string[]) await app.storage.remove(key)
    },
  },
}
