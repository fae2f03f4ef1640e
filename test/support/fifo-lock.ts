/** One holder at a time, in the order of asking. */
export interface FifoLock {
  readonly held: boolean
  /** resolves with the function that releases it */
  acquire(): Promise<() => void>
}

export function createFifoLock(): FifoLock {
  const waiting: (() => void)[] = []
  let held = false
  const release = () => {
    const next = waiting.shift()
    if (next === undefined) held = false
    else next()
  }
  return {
    get held() {
      return held
    },
    acquire() {
      return new Promise((resolve) => {
        if (held) waiting.push(() => resolve(release))
        else {
          held = true
          resolve(release)
        }
      })
    },
  }
}
