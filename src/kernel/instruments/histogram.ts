/** A histogram of durations. An observation costs some nanoseconds, so it may be made for each query. */
export interface Histogram {
  /** upper bounds of the buckets in seconds, ascending; one more bucket has no bound */
  readonly bounds: readonly number[]
  /** by bucket, one more than there are bounds */
  readonly counts: readonly number[]
  /** seconds */
  readonly sum: number
  /** @param seconds the observed duration */
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
