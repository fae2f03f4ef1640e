import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { layoutOf, MILLION } from '../support/large/layout.ts'
import { openLargePostgres } from '../support/large/postgres.ts'
import { type ListRequest, listRequests } from '../support/large/requests.ts'
import { startLargeServer } from '../support/large/server.ts'
import { openLargeSqlite } from '../support/large/sqlite.ts'
import { timedQueriesOf } from '../support/queries.ts'

const url = process.env.TEST_DATABASE_URL
const skip = ON_SQLITE || url ? false : 'needs a real PostgreSQL in TEST_DATABASE_URL'

/** Statuses that the control joins with their authors: what it takes is the most that a query may take. */
const CONTROL = 40_000
const TIMES = 3
/** Whole threads, which are no pages: their limits have tests of their own. */
const NO_PAGES = ['GET /api/v1/statuses/:id/context']

const open = (): Promise<Database> =>
  ON_SQLITE ? openLargeSqlite(MILLION) : openLargePostgres(url!, MILLION)

test('A71 no list holds up the thread that answers at a million statuses', {
  skip,
  timeout: 3_600_000,
}, async () => {
  const { server, viewer } = await startLargeServer(await open())
  await using _ = server
  const requests = await listRequests(server, MILLION, layoutOf(MILLION))
  const bound = await fastestOf(() => control(server.app.db))
  const dear: string[] = []
  for (const request of requests) {
    const client = request.asks === 'viewer' ? viewer : server.anonymous
    const cost = () =>
      longestQuery(server.app.db, async () => {
        const response = await client.get(request.path)
        assert.ok(response.statusCode < 500, `${request.path}: ${response.body}`)
      })
    const found = await fastestOf(cost, bound)
    const isDear = found.ms > bound.ms && !NO_PAGES.includes(request.operation)
    if (isDear) dear.push(await describe(server.app.db, request, found, bound.ms))
  }
  assert.ok(requests.length > 1_000, `${requests.length} requests`)
  assert.deepEqual(dear, [])
})

interface Cost {
  ms: number
  query: CompiledQuery | null
}

/** The query that took longest of those that the thread that answers waits for. */
async function longestQuery(db: Db, work: () => Promise<unknown>): Promise<Cost> {
  const nothing: Cost = { ms: 0, query: null }
  const queries: Cost[] = await timedQueriesOf(db, work)
  return queries.reduce((longest, one) => (one.ms > longest.ms ? one : longest), nothing)
}

/** Tries again what took too long: the machine has other things to do. */
async function fastestOf(measure: () => Promise<Cost>, bound?: Cost): Promise<Cost> {
  let best = await measure()
  for (let at = 1; at < TIMES && !(best.ms <= (bound?.ms ?? 0)); at++) {
    const again = await measure()
    if (again.ms < best.ms) best = again
  }
  return best
}

async function control(db: Db): Promise<Cost> {
  return longestQuery(db, () =>
    sql`select count(*), max(account.version) from (select id, account_id from status order by id limit ${sql.lit(CONTROL)}) as chosen
      join status_stats on status_stats.status_id = chosen.id
      join account on account.id = chosen.account_id`.execute(db),
  )
}

async function describe(db: Db, { asks, path }: ListRequest, { ms, query }: Cost, bound: number) {
  const explain = { ...query!, sql: `explain ${ON_SQLITE ? 'query plan' : ''} ${query!.sql}` }
  const { rows } = await db.executeQuery<Record<string, string>>(explain as CompiledQuery)
  const plan = rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n    ')
  return `${asks} ${path}: ${ms.toFixed()} ms of ${bound.toFixed()}\n    ${plan}`
}
