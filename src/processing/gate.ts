/** Runs work, later if too much is running already. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a gate that lets so many pieces of work run at a time, the others in the order they came. */
export function createGate(places: number): Gate {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
