import type { CompiledQuery } from 'kysely'
import type { App } from '../../src/kernel/core/app.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { type TimedQuery, timedQueriesOf } from '../../test/support/queries.ts'

/**
 * Statements of a page, on the thread that answers and beside it, the slowest first.
 * @param times how often the page is asked for; the fastest time of each statement counts
 */
export async function statementsOf(
  { db, slowDb }: Pick<App, 'db' | 'slowDb'>,
  ask: () => Promise<unknown>,
  times: number,
): Promise<TimedQuery[]> {
  const fastest = new Map<string, TimedQuery>()
  for (let at = 0; at < times; at++) {
    let answering: TimedQuery[] = []
    const beside = await timedQueriesOf(slowDb, async () => {
      answering = await timedQueriesOf(db, ask)
    })
    for (const one of [...answering, ...beside]) {
      const known = fastest.get(one.query.sql)
      if (known === undefined || one.ms < known.ms) fastest.set(one.query.sql, one)
    }
  }
  return [...fastest.values()].sort((a, b) => b.ms - a.ms)
}

/** The steps that SQLite takes for a statement, one a line. */
export async function planOf(db: Db, query: CompiledQuery): Promise<string> {
  const explain = { ...query, sql: `explain query plan ${query.sql}` }
  const { rows } = await db.executeQuery<{ detail: string }>(explain as CompiledQuery<never>)
  return rows.map(({ detail }) => detail).join('\n')
}
