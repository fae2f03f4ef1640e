import type { Count } from '../../counters/count-store.ts'
import type { SharedCounts } from '../../counters/shared-counts.ts'
import type { BucketName } from './buckets.ts'
import { type Counter, windowEnd } from './counter.ts'

/** A counter of this process, and the key under which a request counts. */
export interface Counted {
  name: BucketName
  counter: Counter
  key: string
}

/** The remaining amounts that the store of all processes knows, or null while it is away. */
export type Shared = ReadonlyMap<Counter, number> | null

/** Counts a request in the store if its buckets demand it. */
export interface SharedLimits {
  /**
   * @param looks whether buckets of actions are only looked at
   * @returns undefined if no bucket demands the store
   */
  ask(counted: Iterable<Counted>, now: number, looks: boolean): Promise<Shared> | undefined
}

export function createSharedLimits(counts: SharedCounts): SharedLimits {
  return {
    ask(all, now, looks) {
      const asked = [...all].filter(({ counter }) => asksStore(counts, counter))
      if (asked.length === 0) return undefined
      const looksAt = ({ bucket }: Counter) => looks && bucket.action === true
      // this process refuses it alone: a flood costs the store nothing
      const isOver = ({ counter, key }: Counted) =>
        !looksAt(counter) && counter.left(key, now) === 0
      if (asked.some(isOver)) return undefined
      return counts
        .take(asked.map((one) => countOf(one, now, looksAt(one.counter) ? 0 : 1)))
        .then((lefts) => lefts && new Map(lefts.map((left, at) => [asked[at]!.counter, left])))
    },
  }
}

function asksStore(counts: SharedCounts, { bucket }: Counter): boolean {
  return counts.isCheap || bucket.exact === true
}

/** A counter that knows of other processes what they counted until a second ago. */
export function shareSoon(name: BucketName, counter: Counter, counts: SharedCounts): Counter {
  if (asksStore(counts, counter)) return counter
  const count = (key: string, now: number, amount: number) =>
    countOf({ name, counter, key }, now, amount)
  return {
    ...counter,
    take(key, now) {
      const own = counter.take(key, now)
      return own < 0 ? own : Math.min(own, counts.takeSoon(count(key, now, 1)))
    },
    left: (key, now) => Math.min(counter.left(key, now), counts.leftSoon(count(key, now, 0))),
  }
}

function countOf({ name, counter: { bucket }, key }: Counted, now: number, amount: number): Count {
  return {
    key: `${name} ${bucket.per} ${key}`,
    amount,
    limit: bucket.limit,
    endsAt: windowEnd(bucket, now),
  }
}
