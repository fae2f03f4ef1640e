import type { Count, CountStore } from './count-store.ts'

/** Keys of one window; above this number nothing new is counted in it: keys are hashes of what clients send (A54). */
const MAX_KEYS = 200_000

/** Counters in the memory of one process, which other processes ask over it. */
export function createMemoryCountStore(): CountStore {
  const windows = new Map<number, Map<string, number>>()
  const run = (counts: readonly Count[], now: number, isLimited: boolean): number[] => {
    for (const end of windows.keys()) if (end <= now) windows.delete(end)
    const totals: number[] = []
    for (const { key, amount, limit, endsAt } of counts) {
      const known = windows.get(endsAt) ?? new Map<string, number>()
      const total = (known.get(key) ?? 0) + amount
      totals.push(total)
      if (isLimited && amount > 0 && total > limit) return totals
      if (amount === 0 || (known.size >= MAX_KEYS && !known.has(key))) continue
      known.set(key, total)
      windows.set(endsAt, known)
    }
    return totals
  }
  return {
    name: 'The memory of this process',
    isCheap: true,
    take: async (counts, now) => run(counts, now, true),
    add: async (counts, now) => run(counts, now, false),
  }
}
