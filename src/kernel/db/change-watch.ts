/** Polls for changes as long as there are subscribers. */
export interface ChangeWatch extends Disposable {
  /** returns the function that ends the subscription */
  subscribe(listener: () => void): () => void
}

/**
 * @param interval ms
 * @param version differs after each change; undefined if it cannot be read this time
 */
export function createChangeWatch(interval: number, version: () => unknown): ChangeWatch {
  const listeners = new Set<() => void>()
  const hasChanged = createComparison(version)
  let timer: NodeJS.Timeout | null = null
  let polling = false

  const poll = async () => {
    if (polling) return
    polling = true
    // Code that needs the database reports its failure; here the next poll is enough.
    const changed = await hasChanged().catch(() => false)
    polling = false
    if (changed) for (const listener of listeners) listener()
  }
  const stop = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (timer === null) {
        timer = setInterval(poll, interval).unref()
        void poll()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    [Symbol.dispose]: stop,
  }
}

/** Whether the version differs from the previous call's; the first call only stores it. */
function createComparison(version: () => unknown): () => Promise<boolean> {
  let known: unknown
  return async () => {
    const current = await version()
    if (current === undefined) return false
    const changed = known !== undefined && current !== known
    known = current
    return changed
  }
}
