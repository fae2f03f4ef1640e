/** How often something took how long. Counting one costs some nanoseconds, so it may be done for each query. */
export interface Histogram {
  /** upper ends of the buckets in seconds, ascending; one more bucket has no end */
  readonly bounds: readonly number[]
  /** by bucket, one more than there are bounds */
  readonly counts: readonly number[]
  /** seconds */
  readonly sum: number
  /** @param seconds that it took */
  observe(seconds: number): void
}

/** @param bounds seconds, ascending */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  const histogram = {
    bounds,
    counts,
    sum: 0,
    observe(seconds: number) {
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      counts[at]! += 1
      histogram.sum += seconds
    },
  }
  return histogram
}
