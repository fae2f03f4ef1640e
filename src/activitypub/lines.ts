/** Queues by name: what stands in one runs in the order in which it came. */
export interface Lines {
  /**
   * Runs work after all that came before under the same name.
   * @returns false if its turn did not come in time; then it does not run
   */
  run(name: string, work: () => Promise<void>): Promise<boolean>
}

interface Line {
  last: Promise<unknown>
  length: number
}

/** @param patience ms to wait for one's turn: who waits takes a place that others need */
export function createLines(patience: number): Lines {
  const lines = new Map<string, Line>()
  return {
    async run(name, work) {
      const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
      lines.set(name, line)
      line.length += 1
      const before = line.last
      const { promise: over, resolve: leave } = Promise.withResolvers<void>()
      // who gives up leaves no gap: what is behind still waits for what is before
      line.last = Promise.all([before, over])
      try {
        if (!(await inTime(before, patience))) return false
        await work()
        return true
      } finally {
        leave()
        line.length -= 1
        if (line.length === 0) lines.delete(name)
      }
    },
  }
}

async function inTime(turn: Promise<unknown>, patience: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(late.resolve, patience, false)
  const came = await Promise.race([turn.then(() => true), late.promise])
  clearTimeout(timer)
  return came
}
