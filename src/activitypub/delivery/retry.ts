const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** ms after which what could not be delivered is given up, and a host that never answers with it */
export const GIVE_UP = 7 * DAY
/**
 * Failed tries for which a delivery keeps its place before what its sender sent to the host after
 * it. It may be what makes the host fail, so it does not for ever.
 */
export const KEPT_TRIES = 8

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = HOUR
const FIRST_DELAY = 15_000
const LONGEST_DELAY = 6 * HOUR
/** ms for which we leave a host alone that asks for it without saying how long */
export const USUAL_WAIT = MINUTE
/** ms that another server can make us wait */
const LONGEST_WAIT = 6 * HOUR

/**
 * How long nothing is sent to a host that does not answer, in ms: 2 s, three times as long with
 * each failure in a row up to an hour, then one probe a day once it has been given up.
 *
 * @param host `failingSince` and `now` in ms since 1970
 * @param random from 0 to 1: a quarter more or less, so that hosts do not come back together
 */
export function pauseOf(
  host: { failures: number; failingSince: number; now: number },
  random: number,
): number {
  if (isGivenUp(host.failingSince, host.now)) return spread(DAY, random)
  return spread(Math.min(FIRST_PAUSE * 3 ** (host.failures - 1), LONGEST_PAUSE), random)
}

/** Whether something that has failed since then is not worth any more tries. */
export function isGivenUp(since: number, now: number): boolean {
  return now - since >= GIVE_UP
}

/**
 * How long a delivery waits that a living host did not take, in ms: 15 s, then twice as long each
 * time up to six hours.
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
 * @returns ms from now on, from 1 s to six hours; null if it says nothing
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function waitOf(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, SECOND), LONGEST_WAIT)
}
