import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { createLruCache } from '../cache/lru-cache.ts'
import type { Metrics } from '../instruments/metrics.ts'
import type { Count, CountStore } from './count-store.ts'

/** Counts for all processes of the server, while the store answers. */
export interface SharedCounts extends AsyncDisposable {
  /** whether every count may ask the store; otherwise only those that must be exact do */
  readonly isCheap: boolean
  /**
   * Counts in the store. From the first refused one on nothing is counted.
   * @returns how much is left of each, -1 for a refused one; null while the store is away: then this process counts alone
   */
  take(counts: readonly Count[]): Promise<number[] | null>
  /**
   * Counts here, and in the store within a second, with which come the counts of the other processes.
   * @returns how much is left as far as known here, or -1 if nothing was; then nothing is counted
   */
  takeSoon(count: Count): number
  /** how much is left as far as known here */
  leftSoon(count: Count): number
  /** sends what was counted here and reads the totals */
  flush(): Promise<void>
}

/** ms between two flushes */
const INTERVAL = 1000
/** keys known here; above this number the least recently used are forgotten */
const MAX_KEYS = 50_000
/** counts in one round trip */
const AT_ONCE = 500

interface Known {
  count: Count
  /** of all processes, when it was last read */
  total: number
  /** counted here since */
  unsent: number
}

interface Options {
  store: CountStore
  /** ms since 1970 */
  clock: () => number
  log: Pick<Logger, 'info' | 'warn'>
  metrics: Metrics
}

export function createSharedCounts({ store, clock, log, metrics }: Options): SharedCounts {
  const known = createLruCache<string, Known>(MAX_KEYS)
  const changed = new Map<string, Known>()
  const asking = createWatchedStore({ store, log, metrics })
  let flushing: Promise<void> | null = null

  const find = (count: Count): Known | undefined => {
    const found = known.get(count.key)
    return found?.count.endsAt === count.endsAt ? found : undefined
  }
  const leftSoon = (count: Count): number => {
    const found = find(count)
    return count.limit - (found === undefined ? 0 : found.total + found.unsent)
  }
  /** Has it sent, unless there is too much already, or its window is over. */
  const note = (one: Known) => {
    if (known.get(one.count.key) === one && changed.size < MAX_KEYS) changed.set(one.count.key, one)
  }
  const flush = async () => {
    const all = [...changed.values()].filter(({ count }) => count.endsAt > clock())
    changed.clear()
    for (let from = 0; from < all.length; from += AT_ONCE) {
      if (await send(all.slice(from, from + AT_ONCE), asking, clock())) continue
      for (const one of all.slice(from)) note(one)
      return
    }
  }
  const timer = setInterval(() => void run(), INTERVAL).unref()
  const run = () => {
    flushing ??= flush().finally(() => {
      flushing = null
    })
    return flushing
  }
  /** A flush under way may have begun before the last counts. */
  const flushAll = async () => {
    await flushing
    await run()
  }
  return {
    isCheap: store.isCheap,
    async take(counts) {
      const totals = await asking.ask((asked) => asked.take(counts.map(hashed), clock()))
      if (totals === null) return null
      return totals.map((total, at) => Math.max(counts[at]!.limit - total, -1))
    },
    leftSoon: (count) => Math.max(leftSoon(count), 0),
    takeSoon(count) {
      const left = leftSoon(count) - count.amount
      if (left < 0) return -1
      const one = find(count) ?? { count: { ...count }, total: 0, unsent: 0 }
      one.unsent += count.amount
      known.set(count.key, one)
      note(one)
      return left
    },
    flush: flushAll,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flushAll()
    },
  }
}

/** @returns false if the store is away */
async function send(some: Known[], { ask }: WatchedStore, now: number): Promise<boolean> {
  if (some.length === 0) return true
  const counts = some.map(({ count, unsent }) => ({ ...hashed(count), amount: unsent }))
  const totals = await ask((store) => store.add(counts, now))
  if (totals === null) return false
  for (const [at, one] of some.entries()) {
    one.total = totals[at]!
    one.unsent -= counts[at]!.amount
  }
  return true
}

/** Keys hold addresses of people: they are not stored outside this process. */
function hashed(count: Count): Count {
  return { ...count, key: hash('sha256', count.key, 'base64url').slice(0, 22) }
}

interface WatchedStore {
  /** null while the store is away */
  ask<T>(question: (store: CountStore) => Promise<T>): Promise<T | null>
}

/** Tells once that the store is away, and that it is back; `/metrics` counts the questions without an answer. */
function createWatchedStore({ store, log, metrics }: Omit<Options, 'clock'>): WatchedStore {
  const help = 'Counts that this process made alone, because the shared store was away'
  const alone = metrics.counter('rookery_counted_alone_total', help)
  let isAway = false
  return {
    async ask(question) {
      try {
        const answer = await question(store)
        if (isAway) log.info(`${store.name} counts for all processes again`)
        isAway = false
        return answer
      } catch (error) {
        alone.value += 1
        if (!isAway)
          log.warn({ err: error }, `${store.name} does not count: each process counts alone`)
        isAway = true
        return null
      }
    },
  }
}
