import { HOUR, MINUTE, SECOND } from '../../kernel/base/durations.ts'

/** A span of time, ms since 1970. */
export interface Span {
  start: number
  end: number
}

/**
 * When a certificate is renewed: at a random point of the authority's window, else after two thirds of its life. Whatever
 * the authority says, it is not before a tenth of the life, nor in the last twelfth.
 *
 * @param life of the certificate
 * @param window that the authority suggests
 * @param random 0 to 1
 */
export function renewalTime(life: Span, window: Span | null, random: number): number {
  const length = life.end - life.start
  const at = (part: number) => life.start + length * part
  const { start, end } = window ?? { start: at(2 / 3), end: at(17 / 24) }
  const chosen = start + (end - start) * random
  return Math.round(Math.min(Math.max(chosen, at(1 / 10)), at(11 / 12)))
}

/** ms after so many failures in a row; the second try asks in another way, and so comes soon */
const PAUSES = [3 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
/** ms: authorities count failures of a name by the hour, and one that was away for long has much to do */
const LONGEST_PAUSE = HOUR
/** ms: an authority that says more is asked again all the same */
const MOST_WAITING = 7 * 24 * HOUR

/**
 * ms until the next try.
 * @param failures in a row, from 1
 * @param retryAt before which the authority wants no try, ms since 1970
 */
export function pauseAfter(
  failures: number,
  { now, retryAt, random }: { now: number; retryAt: number | null; random: number },
): number {
  const usual = (PAUSES[failures - 1] ?? LONGEST_PAUSE) * (1 + random / 4)
  const wanted = Math.min((retryAt ?? now) - now, MOST_WAITING)
  return Math.round(Math.max(usual, wanted))
}
