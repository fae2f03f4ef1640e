import { setImmediate as nextTurn } from 'node:timers/promises'

/** ms */
const LONGEST_TURN = 5
/** ms without a check whether the turn has ended: the check costs as much as a small query */
const UNWATCHED = 1

/** Keeps queries, which are synchronous, from blocking the event loop. */
export interface Pacer {
  /** to be called before each query: undefined, or a promise to await if the turn is used up */
  pause(): Promise<void> | undefined
}

export function createPacer(): Pacer {
  /** time of a query in this turn of the loop, or in an unwatched turn before it */
  let start = 0
  let watched = false
  const startOver = () => {
    start = performance.now()
    watched = false
  }
  const isUsedUp = () => {
    const now = performance.now()
    if (watched) return now - start >= LONGEST_TURN
    if (now - start < UNWATCHED) return false
    start = now
    watched = true
    setImmediate(startOver)
    return false
  }
  const wait = async () => {
    while (isUsedUp()) await nextTurn()
  }
  return { pause: () => (isUsedUp() ? wait() : undefined) }
}
