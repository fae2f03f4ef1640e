import { DAY, HOUR, WEEK } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type Recent, recent } from './periodic-value.ts'

const WEEKS_SHOWN = 12
/** Name of the `setting` row with the number of active users by week. */
const LOGINS = 'activity.logins'

/** By the week's first millisecond since 1970. */
type Logins = Record<string, number>

/**
 * A user's row has only the last active day, so the number of users active in a week is stored
 * during that week.
 */
export const jobs: JobHandlers = {
  'instance.note_activity': { every: HOUR, run: noteActivity },
}

async function noteActivity(app: App): Promise<void> {
  const weeks = lastWeeks(app.clock())
  const logins = await readLogins(app.db)
  const noted = Object.fromEntries(
    weeks.filter((week) => week in logins).map((week) => [week, logins[week]]),
  )
  const value = JSON.stringify({ ...noted, [weeks[0]!]: await countLogins(app.slowDb, weeks[0]!) })
  await app.transact((tx) =>
    tx.db
      .insertInto('setting')
      .values({ name: LOGINS, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}

/**
 * The last twelve weeks, the current one first (S-309); computed at most once an hour.
 * @see https://docs.joinmastodon.org/methods/instance/#activity
 */
export function createActivity(app: Pick<App, 'clock' | 'slowDb'>): Recent<JsonText> {
  return recent(app.clock, HOUR, async () => {
    const weeks = lastWeeks(app.clock())
    const logins = { ...(await readLogins(app.slowDb)) }
    logins[weeks[0]!] = await countLogins(app.slowDb, weeks[0]!)
    const entries = []
    for (const week of weeks) {
      entries.push({
        week: String(week / 1000),
        statuses: String(await countStatuses(app.slowDb, week)),
        logins: String(logins[week] ?? 0),
        registrations: String(await countRegistrations(app.slowDb, week)),
      })
    }
    return toJson(entries)
  })
}

/** First milliseconds of the weeks (Monday, UTC), newest first. */
function lastWeeks(now: number): number[] {
  const monday = 4 * DAY // 1970 began on a Thursday
  const current = now - ((now - monday) % WEEK)
  return Array.from({ length: WEEKS_SHOWN }, (_, ago) => current - ago * WEEK)
}

async function readLogins(db: Db): Promise<Logins> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', LOGINS)
    .executeTakeFirst()
  return (row?.value ?? {}) as Logins
}

/** Number of users active since the start of the week: exact only for the current week. */
async function countLogins(db: Db, week: number): Promise<number> {
  const { count } = await db
    .selectFrom('local_user')
    .where('last_active_day', '>=', week / DAY)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countStatuses(db: Db, week: number): Promise<number> {
  const { count } = await db
    .selectFrom('status')
    .where('id', '>=', idAt(week))
    .where('id', '<', idAt(week + WEEK))
    .where('local', '=', true)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countRegistrations(db: Db, week: number): Promise<number> {
  const { count } = await db
    .selectFrom('local_user')
    .where('created_at', '>=', week)
    .where('created_at', '<', week + WEEK)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
