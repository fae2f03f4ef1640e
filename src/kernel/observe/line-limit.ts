import { MINUTE } from '../base/durations.ts'

/** Keeps lines of one sort from filling the log. */
export interface LineLimit {
  /**
   * To be asked before each line.
   * @returns how many lines were left out since the last one; null: this one is to be left out too
   */
  take(): number | null
}

/** @param perMinute lines at most */
export function createLineLimit(perMinute: number): LineLimit {
  let since = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0
  return {
    take() {
      const now = performance.now()
      if (now - since >= MINUTE) {
        since = now
        written = 0
      }
      if (written >= perMinute) {
        leftOut += 1
        return null
      }
      written += 1
      const before = leftOut
      leftOut = 0
      return before
    },
  }
}
