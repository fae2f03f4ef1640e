const FIRST_DELAY = 10_000
const LONGEST_DELAY = 6 * 3_600_000

/**
 * How long a job waits after a failed try, in ms: 10 s, then twice as long each time up to six
 * hours, give or take a quarter so that jobs which failed together don't come back together.
 *
 * @param attempts tries so far, the failed one included
 * @param random from 0 to 1
 */
export function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempts - 1), LONGEST_DELAY)
  return Math.round(delay * (0.75 + random / 2))
}
