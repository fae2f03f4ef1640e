import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'

/** Queries that `work` runs through `db`, in order, without those in transactions. */
export async function queriesOf(db: Db, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  return (await timedQueriesOf(db, work)).map(({ query }) => query)
}

export interface TimedQuery {
  query: CompiledQuery
  /** until its rows were there; 0 until then */
  ms: number
}

/** The same with the time that each took. */
export async function timedQueriesOf(db: Db, work: () => Promise<unknown>): Promise<TimedQuery[]> {
  const executor = db.getExecutor()
  const execute = executor.executeQuery
  const sent: TimedQuery[] = []
  executor.executeQuery = (async (query: CompiledQuery) => {
    const one = { query, ms: 0 }
    sent.push(one)
    const began = performance.now()
    const result = await execute.call(executor, query)
    one.ms = performance.now() - began
    return result
  }) as typeof execute
  try {
    await work()
  } finally {
    executor.executeQuery = execute
  }
  return sent
}

interface Plan {
  sql: string
  /** its steps as SQLite words them */
  plan: string[]
}

/** How SQLite goes about the queries that `work` sends. */
export async function plansOf(db: Db, work: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const query of await queriesOf(db, work)) {
    const asked = { ...query, sql: `explain query plan ${query.sql}` }
    const { rows } = await db.executeQuery<{ detail: string }>(asked as typeof query)
    plans.push({ sql: query.sql, plan: rows.map(({ detail }) => detail) })
  }
  return plans
}

/**
 * How PostgreSQL looks for a row by a key that it is given later, as it does for foreign keys.
 *
 * @param db of a transaction
 * @returns the first column of the index that it takes; null if it takes none
 */
export async function keyLookedUpBy(db: Db, table: string, column: string): Promise<string | null> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
  // the tables are empty, and would be read whole
  await sql`set local enable_seqscan = off`.execute(db)
  const look = sql`select 1 from only ${sql.table(table)} where $1 = ${sql.ref(column)}`
  await sql`prepare look (bigint) as ${look}`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain execute look (1)`.execute(db)
  await sql`deallocate look`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const index = /Index(?: Only)? Scan (?:using|on) (\w+)/.exec(plan)?.[1]
  const first = await sql<{ name: string }>`
    select a.attname as name
    from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indexrelid = to_regclass(${index ?? ''})`.execute(db)
  return first.rows[0]?.name ?? null
}
