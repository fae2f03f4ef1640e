/**
 * How much something rises, after Mastodon's published approach: the square of what is more than
 * expected, over what is expected; the highest value counts and halves with time. What differs is
 * that the thresholds follow the size of the server, so that something trends on a small one too.
 *
 * @see https://docs.joinmastodon.org/admin/trends/
 */
const HOUR = 3_600_000

/** ms after which a score is half of what it was */
export const HALF_LIFE = { tag: 4 * HOUR, link: 8 * HOUR, status: 4 * HOUR } as const
/** ms for which a peak is remembered: as long, being used as much again is nothing new */
const PEAK_KEPT = 48 * HOUR

const LEAST_THRESHOLD = 2
const MOST_THRESHOLD = 5
/** half-lives for which what just met the threshold is shown */
const LEAST_HALF_LIVES = 4

/** Scores are stored in thousandths. */
const UNIT = 1000

/** How many people must use something on a day. @param active people who posted in the last one */
export function thresholdFor(active: number): number {
  return Math.min(Math.max(Math.round(Math.sqrt(active) / 2), LEAST_THRESHOLD), MOST_THRESHOLD)
}

/** The lowest score that is shown. */
export function floorFor(threshold: number): number {
  return (UNIT * riseOf(threshold, 1, threshold)) / 2 ** LEAST_HALF_LIVES
}

/** By how many people something was used: today, and the day before, which is what is expected. */
export function riseOf(observed: number, dayBefore: number, threshold: number): number {
  const expected = Math.max(dayBefore, 1)
  if (observed < threshold || observed <= expected) return 0
  return (observed - expected) ** 2 / expected
}

export interface Trend {
  /** in thousandths; 0 does not trend */
  score: number
  peak: number
  /** ms since 1970 */
  peak_at: number
}

export interface Measure {
  /** as `riseOf` gives it */
  rise: number
  /** what was known of it before */
  before: Pick<Trend, 'peak' | 'peak_at'> | undefined
  halfLife: number
  floor: number
  /** ms since 1970 */
  now: number
}

/** Where something stands now; null if nothing of it has to be remembered. */
export function trendOf({ rise, before, halfLife, floor, now }: Measure): Trend | null {
  const known = before !== undefined && now - before.peak_at < PEAK_KEPT ? before : undefined
  const risen = Math.round(rise * UNIT)
  const top = known !== undefined && known.peak >= risen ? known : { peak: risen, peak_at: now }
  if (top.peak === 0) return null
  const score = decayed(top.peak, now - top.peak_at, halfLife)
  return { score: score < floor ? 0 : score, peak: top.peak, peak_at: top.peak_at }
}

/** The score of a status: by who marked it, from when it was written on. */
export function statusScore(marks: number, age: number, threshold: number): number {
  const score = decayed(UNIT * riseOf(marks, 1, threshold), age, HALF_LIFE.status)
  return score < floorFor(threshold) ? 0 : score
}

function decayed(score: number, age: number, halfLife: number): number {
  return Math.round(score * 0.5 ** (Math.max(age, 0) / halfLife))
}
