/** Runs work when the semaphore and the key have a free slot. */
export type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Slots {
  /** for concurrent tasks altogether */
  total: number
  /** of these for tasks with the same key */
  perKey: number
}

/**
 * Creates a semaphore for tasks that wait for somebody, such as another server, who is their key: those of one who is
 * slow take no slot that others need. Tasks wait in order of arrival, and one whose key has no free slot holds up only
 * those with the same key.
 */
export function createKeyedSemaphore({ total, perKey }: Slots): KeyedSemaphore {
  const waiting: { key: string; begin: () => void }[] = []
  const running = new Map<string, number>()
  let free = total

  const hasSlot = (key: string) => free > 0 && (running.get(key) ?? 0) < perKey
  const change = (key: string, by: 1 | -1) => {
    free -= by
    const now = (running.get(key) ?? 0) + by
    if (now === 0) running.delete(key)
    else running.set(key, now)
  }
  return async (key, work) => {
    if (hasSlot(key)) change(key, 1)
    else await new Promise<void>((begin) => waiting.push({ key, begin }))
    try {
      return await work()
    } finally {
      change(key, -1)
      const at = waiting.findIndex((next) => hasSlot(next.key))
      for (const next of at < 0 ? [] : waiting.splice(at, 1)) {
        change(next.key, 1)
        next.begin()
      }
    }
  }
}
