/** ms for which a sample is carried on by the monotonic clock of this process */
const LONGEST = 10_000
/** ms by which this machine's clocks may disagree since a sample: more means that it slept, or that its time was set */
const DISAGREEMENT = 1_000

/**
 * Tells the time of another clock, which is asked seldom: between two samples the monotonic clock of this process counts
 * on. The result is never ahead of the other clock, so nothing counts as expired too early.
 *
 * @param ask ms since 1970
 */
export function createSampledClock(ask: () => Promise<number>): () => Promise<number> {
  let sample: { time: number; monotonic: number; wall: number } | null = null
  return async () => {
    if (sample !== null) {
      const passed = performance.now() - sample.monotonic
      const isTrusted = Math.abs(Date.now() - sample.wall - passed) < DISAGREEMENT
      if (passed < LONGEST && isTrusted) return sample.time + Math.floor(passed)
    }
    const time = await ask()
    sample = { time, monotonic: performance.now(), wall: Date.now() }
    return time
  }
}
