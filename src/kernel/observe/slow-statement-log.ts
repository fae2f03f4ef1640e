import { HOUR } from '../base/durations.ts'
import { createLruCache } from '../cache/lru-cache.ts'
import type { App } from '../core/app.ts'
import { queryPlan } from '../db/query-plan.ts'
import type { TimedStatement } from '../db/slow-statements.ts'
import { createLineLimit } from './line-limit.ts'

/** statements whose last line is remembered */
const REMEMBERED = 200
const LINES_A_MINUTE = 10
/** characters of a statement in the log */
const LONGEST_TEXT = 2_000

interface Told {
  /** by `performance.now()` */
  at: number
  /** how often the statement was slow without a line since then */
  unsaid: number
}

/**
 * Logs slow statements with their plan, each text at most once an hour: SQLite's above 20 ms on the thread that answers
 * requests, PostgreSQL's above a second, without a plan. Never with values.
 *
 * @param cpuLately ms of processor time of this thread since some moment shortly before: a statement of SQLite had no more
 */
export function logSlowStatements(
  { database, slowDb, log }: Pick<App, 'database' | 'slowDb' | 'log'>,
  cpuLately: () => number,
): Disposable {
  const told = createLruCache<string, Told>(REMEMBERED)
  const lines = createLineLimit(LINES_A_MINUTE)
  const write = async (
    { sql, ms, isBlocking }: TimedStatement,
    unsaid: number,
    leftOut: number,
  ) => {
    const cpu = isBlocking ? { cpuMs: Math.round(Math.min(ms, cpuLately())) } : {}
    const plan = await queryPlan(slowDb, sql).catch(() => null)
    log.warn(
      {
        ms: Math.round(ms),
        ...cpu,
        sql: shortened(sql),
        ...(plan === null ? {} : { plan }),
        ...(unsaid === 0 ? {} : { slowBefore: unsaid }),
        ...(leftOut === 0 ? {} : { leftOut }),
      },
      'a statement was slow',
    )
  }
  return database.load.slow.listen((statement) => {
    const now = performance.now()
    const known = told.get(statement.sql)
    if (known !== undefined && now - known.at < HOUR) {
      known.unsaid += 1
      return
    }
    const leftOut = lines.take()
    if (leftOut === null) return
    told.set(statement.sql, { at: now, unsaid: 0 })
    void write(statement, known?.unsaid ?? 0, leftOut)
  })
}

/** A statement for the log. */
export function shortened(sql: string): string {
  return sql.length > LONGEST_TEXT ? `${sql.slice(0, LONGEST_TEXT)}…` : sql
}
