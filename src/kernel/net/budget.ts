import { createLruCache } from '../cache/lru-cache.ts'
import type { Count } from '../counters/count-store.ts'
import type { SharedCounts } from '../counters/shared-counts.ts'

export interface BudgetOptions {
  /** amount that one name may spend in one window */
  limit: number
  windowMs: number
  /** ms since 1970 */
  clock: () => number
  /** for a budget of all processes: their counters, and the budget's name in them; null: of this process alone */
  shared: { counts: SharedCounts; name: string } | null
}

/** Counts amounts by name in time windows; memory is bounded. */
export interface Budget {
  /** whether `spend` of that amount would succeed now */
  has(name: string, amount?: number): boolean
  /** @returns false if this window's budget does not allow it; then nothing is counted */
  spend(name: string, amount?: number): boolean
}

/** Names in a window; above this number the oldest is evicted. */
const MAX_NAMES = 10_000

export function createBudget(options: BudgetOptions): Budget {
  return options.shared === null
    ? createOwnBudget(options)
    : createSharedBudget(options, options.shared)
}

/** Spending by other processes is known after a second. Windows begin at multiples of their length, for all alike. */
function createSharedBudget(
  { limit, windowMs, clock }: BudgetOptions,
  { counts, name: budget }: { counts: SharedCounts; name: string },
): Budget {
  const countOf = (name: string, amount: number): Count => {
    const endsAt = (Math.floor(clock() / windowMs) + 1) * windowMs
    return { key: `${budget} ${name}`, amount, limit, endsAt }
  }
  return {
    has: (name, amount = 1) => counts.leftSoon(countOf(name, amount)) >= amount,
    spend: (name, amount = 1) => counts.takeSoon(countOf(name, amount)) >= 0,
  }
}

function createOwnBudget({ limit, windowMs, clock }: BudgetOptions): Budget {
  const windows = createLruCache<string, { spent: number; until: number }>(MAX_NAMES)
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
