import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

/** collections that are remembered: those of the last second even while there are many */
const REMEMBERED = 256

/** The pauses that the garbage collector made lately. */
export interface Collections extends Disposable {
  /**
   * ms of its pauses between two moments by `performance.now()`. A pause is known some turns of the event loop after its
   * end.
   */
  between(from: number, to: number): number
}

export function watchCollections(): Collections {
  const pauses: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => {
    pauses.push(...list.getEntries())
    if (pauses.length > REMEMBERED) pauses.splice(0, pauses.length - REMEMBERED)
  })
  observer.observe({ entryTypes: ['gc'] })
  return {
    between(from, to) {
      let ms = 0
      for (const { startTime, duration } of pauses) {
        ms += Math.max(0, Math.min(to, startTime + duration) - Math.max(from, startTime))
      }
      return ms
    },
    [Symbol.dispose]: () => observer.disconnect(),
  }
}
