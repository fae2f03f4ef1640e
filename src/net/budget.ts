import { createLatest } from '../latest.ts'

export interface BudgetOptions {
  /** how much may be spent under one name in one window */
  limit: number
  windowMs: number
  /** ms since 1970 */
  clock: () => number
}

/** Counts by name in windows of time; all of it is bounded. */
export interface Budget {
  /** whether `spend` of that much would be true now */
  has(name: string, amount?: number): boolean
  /** @returns false when this window's budget does not allow it; then nothing is counted */
  spend(name: string, amount?: number): boolean
}

/** Of more names than this in a window the oldest is forgotten, so memory is bounded. */
const MAX_NAMES = 10_000

export function createBudget({ limit, windowMs, clock }: BudgetOptions): Budget {
  const windows = createLatest<string, { spent: number; until: number }>(MAX_NAMES)
  const spentBy = (name: string) => {
    const window = windows.get(name)
    return window === undefined || window.until <= clock() ? null : window
  }
  const has = (name: string, amount = 1) => (spentBy(name)?.spent ?? 0) + amount <= limit
  return {
    has,
    spend(name, amount = 1) {
      if (!has(name, amount)) return false
      const window = spentBy(name)
      if (window === null) windows.set(name, { spent: amount, until: clock() + windowMs })
      else window.spent += amount
      return true
    },
  }
}
