import { DAY, HOUR, MINUTE, SECOND } from '../../base/durations.ts'

/** ms after which an undelivered delivery is given up, and likewise a host that never answers */
export const GIVE_UP = 7 * DAY
/**
 * Failed tries up to which a delivery stays before later deliveries of the same sender to the host. It
 * may itself cause the host's failure, so the number is limited.
 */
export const KEPT_TRIES = 8

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = HOUR
const FIRST_DELAY = 15_000
const LONGEST_DELAY = 6 * HOUR
/** ms of the pause for a host that asks for one without a duration */
export const USUAL_WAIT = MINUTE
/** maximum ms of a pause that another server can ask for */
const LONGEST_WAIT = 6 * HOUR

/**
 * The pause of a host that does not answer, in ms: 2 s, tripled with each failure in a row up to an
 * hour, then one probe a day once the host has been given up.
 *
 * @param host `failingSince` and `now` in ms since 1970
 * @param random from 0 to 1: a quarter more or less, so that hosts are not retried together
 */
export function pauseOf(
  host: { failures: number; failingSince: number; now: number },
  random: number,
): number {
  if (isGivenUp(host.failingSince, host.now)) return spread(DAY, random)
  return spread(Math.min(FIRST_PAUSE * 3 ** (host.failures - 1), LONGEST_PAUSE), random)
}

/** Whether a failure that began at `since` is too old for further tries. */
export function isGivenUp(since: number, now: number): boolean {
  return now - since >= GIVE_UP
}

/**
 * The delay of a delivery that a living host did not accept, in ms: 15 s, doubled each time up to six
 * hours.
 *
 * @param attempts failed tries, this one included
 */
export function delayOf(attempts: number, random: number): number {
  return spread(Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY), random)
}

function spread(delay: number, random: number): number {
  return Math.round(delay * (0.75 + random / 2))
}

/**
 * Reads a `Retry-After` header: seconds, or a date.
 * @returns ms from now on, from 1 s to six hours; null if the header is invalid
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function waitOf(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, SECOND), LONGEST_WAIT)
}
