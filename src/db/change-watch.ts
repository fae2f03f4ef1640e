/** Asks again and again whether something has changed, as long as somebody wants to know. */
export interface ChangeWatch extends Disposable {
  /** returns the function that ends it */
  subscribe(listener: () => void): () => void
}

/**
 * @param interval ms
 * @param version something else after each change, or undefined when it cannot be told this time
 */
export function createChangeWatch(interval: number, version: () => unknown): ChangeWatch {
  const listeners = new Set<() => void>()
  const hasChanged = createComparison(version)
  let timer: NodeJS.Timeout | null = null
  let looking = false

  const look = async () => {
    if (looking) return
    looking = true
    // Whoever needs the database hears that it is away; here the next look will do.
    const changed = await hasChanged().catch(() => false)
    looking = false
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
        timer = setInterval(look, interval).unref()
        void look()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    [Symbol.dispose]: stop,
  }
}

/** Whether the version is another one than at the call before; the first call has nothing to compare. */
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
