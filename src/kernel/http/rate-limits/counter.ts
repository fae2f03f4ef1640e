import type { Bucket } from './buckets.ts'

/** Counts of one bucket; the counts of a window are dropped when it ends. */
export interface Counter {
  readonly bucket: Bucket
  /** counts one more; returns the remaining amount after it, or -1 if nothing was left */
  take(key: string, now: number): number
  /** the remaining amount */
  left(key: string, now: number): number
  /** ms since 1970 at which the current window ends */
  endsAt(): number
  /** the same in ISO 8601 with microseconds (S-049) */
  endsAtText(): string
  /** number of keys in memory */
  size(): number
}

/** Above this number the least recently seen clients are evicted (A54). */
const MAX_KEYS = 50_000

/** ms since 1970 at which the window of that time ends */
export function windowEnd({ seconds }: Bucket, now: number): number {
  const period = seconds * 1000
  return (Math.floor(now / period) + 1) * period
}

export function createCounter(bucket: Bucket, maxKeys = MAX_KEYS): Counter {
  const period = bucket.seconds * 1000
  let end = Number.NEGATIVE_INFINITY
  let endText = ''
  // two generations: a key seen again moves to the young one; the old one is dropped as a whole
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  const turn = (now: number): void => {
    if (now < end && now >= end - period) return
    end = windowEnd(bucket, now)
    endText = new Date(end).toISOString().replace('Z', '000Z')
    young = new Map()
    old = new Map()
  }
  const countOf = (key: string): number => young.get(key) ?? old.get(key) ?? 0
  return {
    bucket,
    take(key, now) {
      turn(now)
      const count = Math.min(countOf(key) + 1, bucket.limit + 1)
      if (young.size >= maxKeys / 2 && !young.has(key)) {
        old = young
        young = new Map()
      }
      young.set(key, count)
      return bucket.limit - count
    },
    left(key, now) {
      turn(now)
      return Math.max(bucket.limit - countOf(key), 0)
    },
    endsAt: () => end,
    endsAtText: () => endText,
    size: () => young.size + old.size,
  }
}
