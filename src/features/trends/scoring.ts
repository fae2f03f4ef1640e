import { HOUR } from '../../kernel/base/durations.ts'

/**
 * Trend scores after Mastodon's published approach: the square of the excess over the expected
 * uses, divided by the expected uses; the highest value counts and decays with time. Unlike in
 * Mastodon, the thresholds depend on the size of the server, so that small servers have trends,
 * too.
 *
 * @see https://docs.joinmastodon.org/admin/trends/
 */

/** ms after which a score has halved */
export const HALF_LIFE = { tag: 4 * HOUR, link: 8 * HOUR, status: 4 * HOUR } as const
/** ms for which a peak is stored: until then an equal number of uses does not trend again */
const PEAK_KEPT = 48 * HOUR

const LEAST_THRESHOLD = 2
const MOST_THRESHOLD = 5
/** half-lives for which a trend that just met the threshold is shown */
const LEAST_HALF_LIVES = 4

/** Scores are stored in thousandths. */
const UNIT = 1000

/**
 * Minimum of accounts that must use something on a day.
 * @param active accounts that posted in the last day
 */
export function thresholdFor(active: number): number {
  return Math.min(Math.max(Math.round(Math.sqrt(active) / 2), LEAST_THRESHOLD), MOST_THRESHOLD)
}

/** The lowest score that is shown. */
export function floorFor(threshold: number): number {
  return (UNIT * riseOf(threshold, 1, threshold)) / 2 ** LEAST_HALF_LIVES
}

/**
 * The rise from the numbers of accounts that used something today and on the day before; the latter
 * is the expected number.
 */
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
  /** result of `riseOf` */
  rise: number
  /** its previous trend */
  before: Pick<Trend, 'peak' | 'peak_at'> | undefined
  halfLife: number
  floor: number
  /** ms since 1970 */
  now: number
}

/** The current trend; null if nothing needs to be stored. */
export function trendOf({ rise, before, halfLife, floor, now }: Measure): Trend | null {
  const known = before !== undefined && now - before.peak_at < PEAK_KEPT ? before : undefined
  const risen = Math.round(rise * UNIT)
  const top = known !== undefined && known.peak >= risen ? known : { peak: risen, peak_at: now }
  if (top.peak === 0) return null
  const score = decayed(top.peak, now - top.peak_at, halfLife)
  return { score: score < floor ? 0 : score, peak: top.peak, peak_at: top.peak_at }
}

/**
 * The score of a status, from the number of accounts that favourited or reblogged it, decaying
 * since its creation.
 */
export function statusScore(marks: number, age: number, threshold: number): number {
  const score = decayed(UNIT * riseOf(marks, 1, threshold), age, HALF_LIFE.status)
  return score < floorFor(threshold) ? 0 : score
}

function decayed(score: number, age: number, halfLife: number): number {
  return Math.round(score * 0.5 ** (Math.max(age, 0) / halfLife))
}
