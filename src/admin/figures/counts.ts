import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { idAt } from '../../ids.ts'
import type { DaySpan } from '../../oauth/active-days.ts'
import { DAY, timesOf } from './span.ts'

/** What is counted: tables with their conditions, and the column that says when it happened. */
export interface Counted {
  /** `from … where …` */
  source: RawBuilder<unknown>
  /** ms since 1970 */
  at: RawBuilder<number>
  /** an id that is made when it happens, if there are too many rows to look at each */
  id?: RawBuilder<string>
  /** what each row counts for; default one */
  value?: RawBuilder<unknown>
}

const ONE = sql`count(*)`

/** Sums by day; days without any are absent. */
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

/** One number: of the span, or without one of all time. */
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

/** Whether a column names a domain, or one below it. */
export function domainIs(
  column: RawBuilder<unknown>,
  { domain, withSubdomains }: { domain: string; withSubdomains: boolean },
): RawBuilder<unknown> {
  if (!withSubdomains) return sql`${column} = ${domain}`
  const escaped = domain.replace(/[\\%_]/g, '\\$&')
  return sql`(${column} = ${domain} or ${column} like ${`%.${escaped}`} escape '\\')`
}
