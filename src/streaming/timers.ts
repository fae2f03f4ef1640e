export interface Timers {
  /** starting what runs changes nothing */
  start(): void
  stop(): void
}

export interface Chore {
  /** ms */
  every: number
  /** not begun again while it runs */
  run(): Promise<void>
}

/** Chores that come back; they don't keep the process alive. */
export function createTimers(chores: readonly Chore[], onError: (error: unknown) => void): Timers {
  let running: NodeJS.Timeout[] | null = null
  return {
    start() {
      running ??= chores.map((chore) => setInterval(once(chore.run, onError), chore.every).unref())
    },
    stop() {
      for (const timer of running ?? []) clearInterval(timer)
      running = null
    },
  }
}

function once(run: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let busy = false
  return () => {
    if (busy) return
    busy = true
    run()
      .catch(onError)
      .finally(() => {
        busy = false
      })
  }
}
