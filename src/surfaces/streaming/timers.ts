export interface Timers {
  /** starting again while running changes nothing */
  start(): void
  stop(): void
}

export interface Chore {
  /** ms */
  every: number
  /** skipped while the previous run goes on */
  run(): Promise<void>
}

/** Periodic tasks; they do not keep the process alive. */
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
