/** Runs work when a slot is free. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a semaphore for `places` concurrent tasks; the others wait in order of arrival. */
export function createSemaphore(places: number): Semaphore {
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
