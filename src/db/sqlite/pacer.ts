import { setImmediate as nextTurn } from 'node:timers/promises'

/** ms */
const LONGEST_TURN = 5

/** Keeps queries, which are synchronous, from holding up the event loop. */
export interface Pacer {
  /** to be called before each query: undefined, or what to wait for in a turn that is used up */
  pause(): Promise<void> | undefined
}

export function createPacer(): Pacer {
  /** when the first query of this turn of the loop ran */
  let start: number | null = null
  const startOver = () => {
    start = null
  }
  const isUsedUp = () => {
    if (start !== null) return performance.now() - start >= LONGEST_TURN
    start = performance.now()
    setImmediate(startOver)
    return false
  }
  const wait = async () => {
    while (isUsedUp()) await nextTurn()
  }
  return { pause: () => (isUsedUp() ? wait() : undefined) }
}
