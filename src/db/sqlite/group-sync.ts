import { Unreachable } from '../../errors.ts'
import { startDeadline } from '../deadline.ts'

/** Makes commits durable together. */
export interface GroupSync {
  /**
   * Resolves after a sync that started after this call. A sync that runs already is never joined: it
   * may have passed the commit by. All who ask meanwhile share the next.
   *
   * @throws Unreachable if the disk takes too long; whether it gets there is then unknown
   */
  durable(): Promise<void>
}

/** ms for which a commit waits for the disk */
const PATIENCE = 30_000

/** @param sync writes out what was committed before it was called; its failure fails all who wait */
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
