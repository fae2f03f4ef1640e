import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { refreshStatistics } from '../../src/kernel/db/statistics.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { until } from '../support/in-time.ts'
import { startTestServer } from '../support/server.ts'

const skip = ON_SQLITE && 'SQLite knows its tables by another way'

test('PostgreSQL has statistics of tables with few rows, which it does not make by itself', {
  skip,
}, async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const { database } = server.app
  const known = async () => {
    const { rows } = await sql<{ n_distinct: number }>`select n_distinct from pg_stats
      where schemaname = current_schema() and tablename = 'account' and attname = 'username'`.execute(
      database.db,
    )
    return rows[0]
  }
  await sql`delete from pg_statistic where starelid = 'account'::regclass`.execute(database.db)
  await sql`update pg_class set reltuples = -1 where oid = 'account'::regclass`.execute(database.db)
  assert.equal(await known(), undefined)

  await database.transaction(refreshStatistics)

  assert.ok(await known())
  for (const name of ['bob', 'carol', 'dora']) await server.signUp(name)
  const seen = async () => {
    const { rows } = await sql<{ reltuples: number }>`select reltuples from pg_class
      where oid = 'account'::regclass`.execute(database.db)
    return rows[0]?.reltuples
  }
  const before = await seen()
  await until(async () => {
    await database.transaction(refreshStatistics)
    return (await seen()) !== before
  })
})
