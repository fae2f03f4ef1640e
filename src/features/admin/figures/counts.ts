import { type RawBuilder, sql } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import { idAt } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { DaySpan } from '../../identity/active-days.ts'
import { timesOf } from './span.ts'

/** The counted rows: tables with conditions, and the column with the time of the event. */
export interface Counted {
  /** `from … where …` */
  source: RawBuilder<unknown>
  /** ms since 1970 */
  at: RawBuilder<number>
  /** an id created at the time of the event, to limit the scan if there are too many rows */
  id?: RawBuilder<string>
  /** the amount that each row adds; default one */
  value?: RawBuilder<unknown>
}

const ONE = sql`count(*)`

/** Sums by day; days without rows are absent. */
export async function countByDay(
  db: Db,
  counted: Counted,
  span: DaySpan,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ day: number | string; value: number | string }>`
    select ${counted.at} / ${sql.lit(DAY)} as day, ${counted.value ?? ONE} as value
    ${counted.source} and ${within(counted, span)} group by 1`.execute(db)
  return new Map(rows.map(({ day, value }) => [Number(day), Number(value)]))
}

/** The sum over the span, or of all time without a span. */
export async function countAll(db: Db, counted: Counted, span: DaySpan | null): Promise<number> {
  const { rows } = await sql<{ value: number | string | null }>`
    select ${counted.value ?? ONE} as value
    ${counted.source} and ${span === null ? sql`true` : within(counted, span)}`.execute(db)
  return Number(rows[0]?.value ?? 0)
}

export function within({ at, id }: Pick<Counted, 'at' | 'id'>, span: DaySpan): RawBuilder<unknown> {
  const { start, end } = timesOf(span)
  const times = sql`${at} >= ${start} and ${at} < ${end}`
  if (id === undefined) return times
  return sql`${times} and ${id} >= ${idAt(start)} and ${id} < ${idAt(end)}`
}

/** Whether a column holds a domain, or one of its subdomains. */
export function domainIs(
  column: RawBuilder<unknown>,
  { domain, withSubdomains }: { domain: string; withSubdomains: boolean },
): RawBuilder<unknown> {
  if (!withSubdomains) return sql`${column} = ${domain}`
  const escaped = domain.replace(/[\\%_]/g, '\\$&')
  return sql`(${column} = ${domain} or ${column} like ${`%.${escaped}`} escape '\\')`
}
