import { MINUTE } from '../kernel/base/durations.ts'
import { timeOfId } from '../kernel/base/ids.ts'
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

/** ms that clocks of two machines may differ */
const BEHIND_TOLERANCE = MINUTE

/**
 * Ids contain their creation time: the newest should not lie in the future. A small computer without a clock of its own begins in the
 * past until it has asked for the time.
 * @returns a line for the operator, or null
 */
export async function clockBehindPosts(
  { db }: Pick<Database, 'db'>,
  clock: () => number,
): Promise<string | null> {
  const newest = await db
    .selectFrom('status')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ahead = newest === undefined ? 0 : timeOfId(newest.id) - clock()
  if (ahead < BEHIND_TOLERANCE) return null
  const seconds = Math.round(ahead / 1000)
  return `The clock is ${seconds} seconds behind the newest post, so new posts come in the wrong order`
}
