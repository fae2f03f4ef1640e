import assert from 'node:assert/strict'
import { after, before, test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { DEADLINES } from '../../src/kernel/db/postgres/deadlines.ts'
import { openListening } from '../../src/kernel/db/postgres/listening.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { openConnections } from '../../src/kernel/db/postgres/pool.ts'
import { countDescribes } from '../support/count-describes.ts'
import { GENEROUS, until } from '../support/in-time.ts'
import { type PgBouncer, startPgBouncer, withoutPgBouncer } from '../support/pgbouncer.ts'
import { startTestServer } from '../support/server.ts'
import { newDatabaseUrl } from '../support/several-servers.ts'

const test: typeof nodeTest = ((name: string, work: () => Promise<void>) =>
  nodeTest(name, { skip: withoutPgBouncer }, work)) as never

let direct: string
let pool: PgBouncer

before(async () => {
  if (withoutPgBouncer) return
  direct = await newDatabaseUrl()
  pool = await startPgBouncer(direct)
})

after(async () => {
  await pool?.[Symbol.asyncDispose]()
})

async function open(url = pool.url) {
  const lines: string[] = []
  const deadlines = { ...DEADLINES.server, connect: GENEROUS }
  const database = await openPostgres(url, { deadlines, tell: (line) => void lines.push(line) })
  return { database, lines, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const isAboutNames = (line: string) => /prepared statements/.test(line)

test('a server works behind a pool of transactions that keeps no prepared statements', async () => {
  const { database, lines } = await open()
  await using server = await startTestServer({ databaseUrl: pool.url }, { database })
  const people = await Promise.all(['alice', 'bob', 'carol'].map((name) => server.signUp(name)))

  for (let round = 1; round <= 3; round++) {
    await Promise.all(
      people.map(async (person) => {
        await person.publish(`round ${round}`)
        assert.equal((await person.get('/api/v1/timelines/home')).statusCode, 200)
      }),
    )
  }
  await server.settle()

  for (const person of people) {
    const response = await server.anonymous.get(`/api/v1/accounts/${person.id}/statuses`)
    assert.equal(response.json().length, 3)
  }
  assert.equal(lines.filter(isAboutNames).length, 1)
})

test('a statement asks for its columns each time, as they may be those of another connection', async () => {
  const limits = { max: 1, patience: GENEROUS, deadline: GENEROUS, plansOnce: true }
  await using connections = openConnections(pool.url, limits)
  const client = await connections.connect()
  const asked = countDescribes(client)

  await connections.query(client, 'begin')
  for (const n of [1, 2, 3]) {
    const query = { name: 'columns', text: 'select $1::int as n', values: [n] }
    assert.deepEqual((await connections.query(client, query)).rows, [{ n }])
  }
  await connections.query(client, 'rollback')
  client.release(true)

  assert.equal(asked(), 3)
})

test('of the statements of one client its connection keeps the 500 used last', async () => {
  const limits = { max: 1, patience: GENEROUS, deadline: GENEROUS, plansOnce: true }
  await using connections = openConnections(pool.url, limits)
  const client = await connections.connect()

  await connections.query(client, 'begin')
  for (let at = 0; at < 600; at += 100) {
    const texts = Array.from({ length: 100 }, (_, more) => `select ${at + more} as n`)
    await Promise.all(texts.map((text) => connections.query(client, { name: text, text })))
  }
  const kept = "select from pg_prepared_statements where name like 'select %'"
  const { rows } = await connections.query(client, kept)
  await connections.query(client, 'rollback')
  client.release(true)

  assert.equal(rows.length, 500)
})

test('transactions limit themselves, and other clients of the pool are not limited by them', async () => {
  await using opened = await open()
  const limits = sql<{ timeout: string; jit: string }>`select
    current_setting('statement_timeout') as timeout, current_setting('jit') as jit`
  const readers = Array.from({ length: 10 }, () => limits.execute(opened.database.slowDb))

  const inside = await opened.database.transaction(async (db) => (await limits.execute(db)).rows[0])
  await Promise.all(readers)

  assert.deepEqual(inside, { timeout: '15s', jit: 'off' })
  const usual = await ask(direct, 'show statement_timeout')
  for (let client = 0; client < 5; client++) {
    assert.deepEqual(await ask(pool.url, 'show statement_timeout'), usual)
  }
})

test('the start says which limits are to be set in the database, while they are not', async () => {
  const isAboutLimits = (line: string) => /sets no limits/.test(line)
  {
    await using opened = await open()
    const [line] = opened.lines.filter(isAboutLimits)
    assert.match(
      line ?? '',
      /alter role \w+ set statement_timeout = '60s'; alter role \w+ set jit = off/,
    )
  }
  const name = new URL(direct).pathname.slice(1)
  await ask(
    direct,
    `alter database ${name} set statement_timeout = '60s'; alter database ${name} set jit = off`,
  )
  // its connections are new
  await using other = await startPgBouncer(direct)
  await using opened = await open(other.url)
  assert.deepEqual(opened.lines.filter(isAboutLimits), [])
})

test('the bus refuses a pool of transactions', async () => {
  await using opened = await open()

  const refusal = () =>
    openListening(pool.url, opened.database.db, { heard() {}, end() {} }).then(
      () => assert.fail('it was opened'),
      ({ message }) => message,
    )
  // a server that is held up for long is refused as that
  await until(async () => /DATABASE_URL passes no notifications on/.test(await refusal()))
})
