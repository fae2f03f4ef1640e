/** Makes commits durable together. */
export interface GroupSync {
  /**
   * Resolves after a sync that started after this call. A sync that runs already is never joined: it
   * may have passed the commit by. All who ask meanwhile share the next.
   */
  durable(): Promise<void>
}

/** @param sync writes out what was committed before it was called; its failure fails all who wait */
export function createGroupSync(sync: () => Promise<void>): GroupSync {
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
    durable() {
      next ??= Promise.withResolvers<void>()
      const { promise } = next
      if (!running) void start()
      return promise
    },
  }
}
