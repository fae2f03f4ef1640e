import assert from 'node:assert/strict'
import { test as nodeTest } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '../../src/kernel/db/database.ts'
import { createStatementNames } from '../../src/kernel/db/postgres/connection.ts'
import { type Connections, openConnections } from '../../src/kernel/db/postgres/pool.ts'
import { createTransact } from '../../src/kernel/db/postgres/transactions.ts'
import { createQueryStatistics } from '../../src/kernel/db/query-statistics.ts'
import { createTransactionScope } from '../../src/kernel/db/transaction-scope.ts'
import { countDescribes } from '../support/count-describes.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'

const test = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip
const url = process.env.TEST_DATABASE_URL ?? ''
const DEADLINE = 60_000 // ms

const open = () =>
  openConnections(url, { plansOnce: true, max: 2, patience: DEADLINE, deadline: DEADLINE })

/** Runs a query that is given by name over one client, and counts how often it asked for the columns. */
async function onOneClient(
  work: (connections: Connections, client: PoolClient, asked: () => number) => Promise<void>,
): Promise<void> {
  await using connections = open()
  const client = await connections.connect()
  const asked = countDescribes(client)
  try {
    await work(connections, client, asked)
  } finally {
    client.release()
  }
}

const transactOver = (connections: Connections) =>
  createTransact(connections, {
    names: createStatementNames(() => {}),
    scope: createTransactionScope(),
    load: createQueryStatistics(),
  })

const named = (text: string, values: unknown[] = []) => ({ name: text.slice(0, 60), text, values })

test('a prepared statement asks for its columns once a connection', () =>
  onOneClient(async (connections, client, asked) => {
    const text = 'select $1::bigint as id, $2::text as words, null as nothing, $3::int[] as list'
    const rows = []
    for (const at of [1, 2, 3]) {
      const query = named(text, [`10000000000000000${at}`, `word ${at}`, [at, null]])
      rows.push(...(await connections.query(client, query)).rows)
    }

    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [1, 2, 3].map((at) => ({
        id: `010000000000000000${at}`.slice(-18),
        words: `word ${at}`,
        nothing: null,
        list: [at, null],
      })),
    )
    assert.equal(asked(), 1)
  }))

test('A135 ever other statements take no room from those in use: the server keeps the 500 used last', () =>
  onOneClient(async (connections, client, asked) => {
    const inUse = () => connections.query(client, named('select $1::int as n', [7]))
    const other = (at: number) => connections.query(client, named(`select ${at} as n`))
    await inUse()
    for (let at = 0; at < 1_200; at += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, more) => other(at + more)))
      assert.deepEqual((await inUse()).rows, [{ n: 7 }])
    }
    const text = 'select name from pg_prepared_statements where not from_sql'
    const kept = await connections.query(client, text)

    // the one in use is prepared once, one that was forgotten again
    assert.equal(asked(), 1 + 1_200)
    assert.deepEqual((await other(0)).rows, [{ n: 0 }])
    assert.equal(asked(), 1 + 1_200 + 1)
    assert.equal(kept.rows.length, 500)
    assert.ok(kept.rows.some(({ name }) => name === 'select $1::int as n'))
  }))

test('more statements than are kept, sent in one turn, each get their answer, and no more stay', () =>
  onOneClient(async (connections, client) => {
    const numbers = Array.from({ length: 700 }, (_, at) => at)
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(
        numbers.map((at) => connections.query(client, named(`select ${at} as n`))),
      )
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]?.n),
        numbers,
      )
    }
    const { rows } = await connections.query(client, 'select from pg_prepared_statements')
    assert.equal(rows.length, 500)
  }))

test('a statement that is forgotten while its answers are on their way is prepared again', () =>
  onOneClient(async (connections, client) => {
    const divide = (by: number) =>
      connections.query(client, named('select 6 / $1::int as part', [by]))
    const part = async (by: number) => (await divide(by)).rows[0]?.part
    assert.equal(await part(1), 6)

    const failing = assert.rejects(divide(0), /division by zero/)
    const others = Array.from({ length: 500 }, (_, at) =>
      connections.query(client, named(at === 0 ? 'select pg_sleep(0.05)' : `select ${at} as n`)),
    )
    const again = part(2)
    await failing
    const another = connections.query(client, named('select 1 as another'))

    assert.equal(await part(3), 2)
    assert.equal(await again, 3)
    await Promise.all([another, ...others])
    assert.equal(await part(6), 1)
  }))

test('a statement sent twice in a transaction that has failed is unknown to nobody', () =>
  onOneClient(async (connections, client) => {
    const one = named('select 1 as one')
    const two = named('select 2 as two')
    const sent = ['begin', one, 'select 1 / 0', one, one, two, two].map((query) =>
      connections.query(client, query),
    )
    const answers = await Promise.allSettled(sent)

    assert.deepEqual(
      answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'answered')),
      ['answered', 'answered', '22012', '25P02', '25P02', '25P02', '25P02'],
    )
    await connections.query(client, 'rollback')
    assert.deepEqual((await connections.query(client, one)).rows, [{ one: 1 }])
    await assert.rejects(connections.query(client, named('select $1::text[] as l', [[{ n: 1n }]])))
    const list = await connections.query(client, named('select $1::text[] as l', [['x']]))
    assert.deepEqual(list.rows, [{ l: ['x'] }])
  }))

test('a statement that is always on its way is prepared once all the same', () =>
  onOneClient(async (connections, client, asked) => {
    const query = named('select pg_sleep(0.002)')
    const askFor = async (times: number) => {
      for (let at = 0; at < times; at++) await connections.query(client, query)
    }

    await Promise.all([askFor(20), askFor(20), askFor(20)])

    // the second and the third prepare it for themselves, once
    assert.equal(asked(), 3)
  }))

test('of two statements of one name each gets its own answer', () =>
  onOneClient(async (connections, client) => {
    const texts = ['select 1 as n', 'select 2 as n', 'select 2 as n', 'select 1 as n']
    const numbers = async (name: string) => {
      const sent = texts.map((text) => connections.query(client, { name, text }))
      return (await Promise.all(sent)).map(({ rows }) => rows[0]?.n)
    }

    assert.deepEqual(await numbers('same'), [1, 2, 2, 1])
    assert.deepEqual(await numbers('same'), [1, 2, 2, 1])
  }))

test('several statements of one turn, of which one fails, each get their own answer', () =>
  onOneClient(async (connections, client) => {
    const divide = (by: number) =>
      connections.query(client, named('select 6 / $1::int as part', [by]))
    const list = () => connections.query(client, named('select n from generate_series(1, 3) as n'))
    for (let round = 0; round < 2; round++) {
      const [six, , numbers, two] = await Promise.allSettled([
        divide(1),
        divide(0),
        list(),
        divide(3),
      ])
      assert.deepEqual(six.status === 'fulfilled' && six.value.rows, [{ part: 6 }])
      assert.deepEqual(
        numbers.status === 'fulfilled' && numbers.value.rows,
        [1, 2, 3].map((n) => ({ n })),
      )
      assert.deepEqual(two.status === 'fulfilled' && two.value.rows, [{ part: 2 }])
    }
    await assert.rejects(divide(0), /division by zero/)
  }))

test('a statement without rows tells how many it changed, each time', () =>
  onOneClient(async (connections, client, asked) => {
    await connections.query(client, 'create temporary table one (n int)')
    const insert = (n: number) =>
      connections.query(client, named('insert into one select generate_series(1, $1::int)', [n]))

    const counts = [
      (await insert(2)).rowCount,
      (await insert(3)).rowCount,
      (await insert(0)).rowCount,
    ]

    assert.deepEqual(counts, [2, 3, 0])
    assert.equal(asked(), 1)
  }))

test('a statement whose columns another process changed is refused, not read wrongly', () =>
  onOneClient(async (connections, client) => {
    await connections.query(client, 'create temporary table thing (a int, b text)')
    await connections.query(client, "insert into thing values (1, 'two')")
    const read = () => connections.query(client, named('select * from thing'))
    assert.deepEqual((await read()).rows, [{ a: 1, b: 'two' }])
    assert.deepEqual((await read()).rows, [{ a: 1, b: 'two' }])

    await connections.query(
      client,
      'alter table thing alter a type text using b, alter b type int using a',
    )

    await assert.rejects(read(), { code: '0A000' })
    await nextTurn()
    const { rows } = await connections.query(client, named('select a, b from thing'))
    assert.deepEqual(rows, [{ a: 'two', b: 1 }])
  }))

test('a transaction that meets a changed table is repeated, though what was sent behind it fails as well', async () => {
  await using connections = open()
  await using changer = open()
  const client = await changer.connect()
  await client.query('drop table if exists columns_a, columns_b')
  await client.query('create table columns_a (n int); create table columns_b (n int)')
  await client.query('insert into columns_a values (1)')
  const transact = transactOver(connections)
  // tables of this test alone
  const all = (db: Db, table: string) =>
    db
      .selectFrom(table as 'setting')
      .selectAll()
      .execute()
  const both = () => transact((db) => Promise.all([all(db, 'columns_a'), all(db, 'columns_b')]))
  try {
    await both()
    for (let round = 0; round < 10; round++) {
      const change = round % 2 === 0 ? 'add more int' : 'drop more'
      await client.query(`alter table columns_a ${change}`)
      const [[row]] = await both()
      assert.deepEqual({ ...row }, round % 2 === 0 ? { n: 1, more: null } : { n: 1 })
    }
  } finally {
    await client.query('drop table columns_a, columns_b')
    client.release()
  }
})
