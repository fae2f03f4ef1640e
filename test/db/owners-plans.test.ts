import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { openOwnTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { queriesOf } from '../support/queries.ts'
import { startTestServer } from '../support/server.ts'

const skip = ON_POSTGRES_SERVER ? false : 'planners of a PostgreSQL server'
/** other people who have entries of each status but the oldest */
const OTHERS = 40
const STATUSES = 2_000
/** statuses of which the reader has entries, and nobody else */
const OLD = 500
const ACCOUNTS = 150
/** rows that a page may look at in each table */
const FEW = 200
const MODES = ['force_generic_plan', 'force_custom_plan']

/** Entries of `owner`, whose number is `o`, for the statuses number `n`. */
const ENTRIES = [
  'insert into home_entry (account_id, status_id, author_id) select owner, n * 1000, 1',
  'insert into list_entry (list_id, status_id, author_id) select list, n * 1000, 1',
  ...['favourite', 'bookmark'].map(
    (table) => `insert into ${table} (id, account_id, status_id, created_at)
      select n * 1000 + o, owner, n * 1000, 0`,
  ),
  `insert into notification (id, account_id, from_account_id, type, status_id, group_key, filtered, newest, created_at)
    select n * 1000 + o, owner, 1, 'mention', n * 1000, 'ungrouped-' || n * 1000 + o, false, true, 0`,
]

test('a page of somebody who has old entries only reads none of others, however few these are', {
  skip,
}, async () => {
  const database = await openOwnTestDatabase()
  await using server = await startTestServer({}, { database })
  const reader = await server.signUp('reader')
  const list = (await reader.post('/api/v1/lists', { title: 'few' })).json()
  await reader.post('/api/v1/statuses', { status: 'the model of all others' })
  await fill(database, { owner: reader.id, list: list.id })
  const pages = [
    '/api/v1/timelines/home',
    '/api/v1/timelines/home?min_id=1',
    `/api/v1/timelines/list/${list.id}`,
    '/api/v1/favourites',
    '/api/v1/bookmarks',
    '/api/v1/notifications',
    '/api/v2/notifications',
    '/api/v1/notifications?types[]=mention',
  ]
  const wrong: string[] = []
  for (const path of pages) {
    const sent = await queriesOf(server.app.db, () => reader.get(path))
    for (const query of sent.filter((one) => one.sql.startsWith('select'))) {
      for (const mode of MODES) {
        const { rows, plan } = await rowsRead(database, query, mode)
        if (rows > FEW) wrong.push(`${path}, ${mode}: ${rows} rows\n${plan}`)
      }
    }
  }
  assert.equal(wrong.join('\n\n'), '')
})

async function fill(
  database: Database,
  { owner, list }: { owner: string; list: string },
): Promise<void> {
  const entries = `from (select ${owner}::bigint as owner, ${list}::bigint as list, 0 as o, 1 as first, ${OLD} as last
      union all select o, o, o, ${OLD + 1}, ${STATUSES} from generate_series(1, ${OTHERS}) as o) as owners,
    generate_series(first, last) as n`
  await database.transaction(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    const accountId = `1000000 + n % ${ACCOUNTS}`
    const name = `'x' || n`
    const account = { id: accountId, username: name, username_lower: name, uri: name }
    await copyRow(db, 'account', account, ACCOUNTS)
    await copyRow(db, 'account_stats', { account_id: accountId }, ACCOUNTS)
    await copyRow(db, 'status', { id: 'n * 1000', account_id: accountId, uri: name }, STATUSES)
    await copyRow(db, 'status_stats', { status_id: 'n * 1000' }, STATUSES)
    for (const entry of ENTRIES) await sql.raw(`${entry} ${entries}`).execute(db)
  })
  await sql`vacuum analyze`.execute(database.db)
}

/** Copies the only row of a table with other values of some columns. */
async function copyRow(db: Db, table: string, changed: Record<string, string>, count: number) {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_name = ${table} and is_generated = 'NEVER'`.execute(
    db,
  )
  const names = rows.map((row) => row.name)
  const values = names.map((name) => changed[name] ?? `model."${name}"`)
  const model = `(select * from ${table} limit 1) as model, generate_series(1, ${count}) as n`
  await sql
    .raw(`insert into ${table} (${names.map((one) => `"${one}"`)}) select ${values} from ${model}`)
    .execute(db)
}

/** The most that one step of a plan, made for all values or for these, looks at in one table. */
async function rowsRead(database: Database, query: CompiledQuery, mode: string) {
  return database.transaction(async (db) => {
    await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(db)
    await sql`prepare page as ${sql.raw(query.sql)}`.execute(db)
    const values = sql.join(
      query.parameters.map((value) => sql.lit(Array.isArray(value) ? `{${value}}` : value)),
    )
    const explained = await sql<{ 'QUERY PLAN': string }>`
      explain analyze execute page ${query.parameters.length === 0 ? sql`` : sql`(${values})`}`.execute(
      db,
    )
    await sql`deallocate page`.execute(db)
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    const counts = [...plan.matchAll(/actual time=\S+ rows=(\d+)|Removed by [^:]*: (\d+)/g)]
    const rows = Math.max(0, ...counts.map(([_, read, removed]) => Number(read ?? removed)))
    return { rows, plan }
  })
}
