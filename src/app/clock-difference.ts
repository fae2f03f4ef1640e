import type { Database } from '../kernel/db/database.ts'

/** ms that the clocks of two machines may differ: NTP keeps them closer by far */
const TOLERANCE = 5_000
export const SET_CLOCK = 'Set the clock, best with NTP'

/**
 * Compares the clock of this process with that of the database, which is asked meanwhile.
 * @param clock ms since 1970
 * @returns a line for the operator if they differ by more than some seconds; otherwise null
 */
export async function clockDifference(
  database: Pick<Database, 'now'>,
  clock: () => number,
): Promise<string | null> {
  const before = clock()
  const now = await database.now()
  const after = clock()
  const ahead = before > now ? before - now : Math.min(0, after - now)
  if (Math.abs(ahead) <= TOLERANCE) return null
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const direction = ahead > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${seconds} s ${direction} the database's: times of posts are wrong, and jobs may begin late`
}
