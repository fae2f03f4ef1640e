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
const DEADLINE = 10_000 // ms

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
  const transact = createTransact(connections, {
    names: createStatementNames(() => {}),
    scope: createTransactionScope(),
    load: createQueryStatistics(),
  })
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
