import { startDeadline } from '../../base/deadline.ts'
import { Unreachable } from '../../base/errors.ts'

/** Syncs commits to the disk in groups. */
export interface GroupSync {
  /**
   * Resolves after a sync that started after this call. A running sync is never joined: it may have missed
   * the commit. All calls made meanwhile share the next sync.
   *
   * @throws Unreachable if the disk takes too long; whether the data reaches it is then unknown
   */
  durable(): Promise<void>
}

/** ms that a commit waits for the disk */
const PATIENCE = 30_000

/** @param sync syncs everything committed before its call; its failure fails all waiting calls */
export function createGroupSync(sync: () => Promise<void>, patience = PATIENCE): GroupSync {
  let running = false
  let next: PromiseWithResolvers<void> | null = null

  const start = async () => {
    const group = next!
    next = null
    running = true
    try {
      await sync()
      group.resolve()
    } catch (error) {
      group.reject(error)
    }
    running = false
    if (next !== null) void start()
  }

  return {
    async durable() {
      next ??= Promise.withResolvers<void>()
      const { promise } = next
      if (!running) void start()
      const { promise: late, reject } = Promise.withResolvers<never>()
      using _ = startDeadline(patience, () => reject(new Unreachable('The disk does not answer')))
      await Promise.race([promise, late])
    },
  }
}
