import type { Tx } from '../core/tx.ts'
import type { JobHandlers } from './handlers.ts'

const FORGET = 'storage.forget_files'

/** Queues the removal of files that no row names any more: it runs only after the commit. */
export function enqueueFileRemoval(tx: Tx, keys: readonly string[]): void {
  const real = [...new Set(keys)].filter((key) => key !== '')
  if (real.length > 0) tx.enqueue({ kind: FORGET, payload: { keys: real } })
}

export const jobs: JobHandlers = {
  [FORGET]: {
    async run(app, payload) {
      await app.storage.remove(payload.keys as string[])
    },
  },
}
