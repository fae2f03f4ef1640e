import { type RawBuilder, sql } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { activeWithin, type DaySpan } from '../../identity/active-days.ts'
import { daysIn, dayText, timesOf } from './span.ts'

export type Frequency = 'day' | 'month'

/** https://docs.joinmastodon.org/entities/Admin_Cohort/ */
export interface Cohort {
  period: string
  frequency: Frequency
  data: { date: string; rate: number; value: string }[]
}

/**
 * Users who joined in each period, and how many of them were active in it and in each later one.
 * The rate is relative to the users who joined.
 */
export async function retention(db: Db, span: DaySpan, frequency: Frequency): Promise<Cohort[]> {
  const periods = frequency === 'day' ? daysIn(span).map(dayAsSpan) : monthsIn(span)
  const cohorts: Cohort[] = []
  for (const [at, joined] of periods.entries()) {
    const later = periods.slice(at)
    const { size, active } = await countCohort(db, joined, later)
    cohorts.push({
      period: dayText(joined.from),
      frequency,
      data: later.map(({ from }, place) => ({
        date: dayText(from),
        rate: size === 0 ? 0 : (active[place] ?? 0) / size,
        value: String(active[place] ?? 0),
      })),
    })
  }
  return cohorts
}

const dayAsSpan = (day: number): DaySpan => ({ from: day, to: day })

/** The months that overlap the span. */
function monthsIn({ from, to }: DaySpan): DaySpan[] {
  const months: DaySpan[] = []
  const first = new Date(from * DAY)
  const start = (ahead: number) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead, 1) / DAY
  for (let ahead = 0; start(ahead) <= to; ahead++) {
    months.push({ from: start(ahead), to: start(ahead + 1) - 1 })
  }
  return months
}

/** One query per cohort: its size, and its active members in each period. */
async function countCohort(
  db: Db,
  joined: DaySpan,
  periods: readonly DaySpan[],
): Promise<{ size: number; active: number[] }> {
  const { start, end } = timesOf(joined)
  const columns: RawBuilder<unknown>[] = periods.map(
    (period, at) =>
      sql`count(distinct case when ${activeWithin(period)} then local_user.id end) as ${sql.ref(`p${at}`)}`,
  )
  const { rows } = await sql<Record<string, number | string>>`
    select count(distinct local_user.id) as size, ${sql.join(columns)}
    from local_user left join user_activity on user_activity.user_id = local_user.id
    where local_user.created_at >= ${start} and local_user.created_at < ${end}`.execute(db)
  const [row = {}] = rows
  return { size: Number(row.size ?? 0), active: periods.map((_, at) => Number(row[`p${at}`] ?? 0)) }
}
