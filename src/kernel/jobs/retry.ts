import { HOUR } from '../base/durations.ts'

const FIRST_DELAY = 10_000
const LONGEST_DELAY = 6 * HOUR

/**
 * The delay of a job after a failed try, in ms: 10 s, doubled each time up to six hours, plus or minus a
 * quarter so that jobs which failed together are not retried together.
 *
 * @param attempts tries so far, the failed one included
 * @param random from 0 to 1
 */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY)
  return Math.round(delay * (0.75 + random / 2))
}
