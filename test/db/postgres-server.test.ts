import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test as nodeTest } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { leaseProcessNumber } from '../../src/app/id-lease.ts'
import { ReadOnly, StorageFull, Unreachable } from '../../src/kernel/base/errors.ts'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { prepared } from '../../src/kernel/db/prepared.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { until } from '../support/in-time.ts'
import { standStill } from '../support/stand-still.ts'

/** These failures need a PostgreSQL server of its own. */
const test = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip

/** Ends them, and waits until the server has. */
async function endConnections({ slowDb }: Database): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid)
    from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name = 'rookery'`.execute(slowDb)
  const pids = rows.map(({ pid }) => pid)
  const left = sql`select from pg_stat_activity where pid = any(${pids}::int[])`
  await until(async () => (await left.execute(slowDb)).rows.length === 0)
}

const ENDING = `
  import pg from 'pg'
  const client = new pg.Client(process.argv[1])
  await client.connect()
  const ours = "from pg_stat_activity where datname = current_database() and application_name = 'rookery'"
  await client.query('select pg_terminate_backend(pid) ' + ours)
  while ((await client.query('select ' + ours)).rows.length > 0);
  await client.end()`

/** Ends them while this process stands still: what the server says of it waits to be read. */
async function endConnectionsUnseen(database: Database): Promise<void> {
  const url = await urlOf(database)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', ENDING, url],
    { cwd: import.meta.dirname, encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
}

async function urlOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = rows[0]?.name ?? ''
  return url.href
}

const insert = prepared((db, p: { name: string; value: string }) =>
  db.insertInto('setting').values({ name: p.name, value: p.value }),
)

const names = (database: Database) => database.db.selectFrom('setting').select('name').execute()

test('a transaction whose connection is lost fails as Unreachable and is not stored', async () => {
  await using database = await openTestDatabase()
  const losing = database.transaction(async (db) => {
    await db.insertInto('setting').values({ name: 'a', value: '1' }).execute()
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  })

  await assert.rejects(losing, Unreachable)
  assert.deepEqual(await names(database), [])
})

test('connections that are lost while nobody uses them are replaced', async () => {
  await using database = await openTestDatabase()
  await Promise.all(Array.from({ length: 5 }, () => names(database)))

  await endConnections(database)

  assert.deepEqual(await names(database), [])
})

test('connections that are found lost by whoever uses them next are replaced for them', async () => {
  await using database = await openTestDatabase()
  await Promise.all(Array.from({ length: 10 }, () => names(database)))

  await endConnectionsUnseen(database)
  const reads = Promise.all(Array.from({ length: 5 }, () => names(database)))
  const writes = Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      database.transaction((db) =>
        db
          .insertInto('setting')
          .values({ name: `${at}`, value: '1' })
          .execute(),
      ),
    ),
  )

  await Promise.all([reads, writes])
  assert.equal((await names(database)).length, 5)
})

test('writes that wait for no answer go over another connection if theirs was lost', async () => {
  await using database = await openTestDatabase()
  await names(database)
  await endConnectionsUnseen(database)

  await database.transaction((db) => insert(db, { name: 'a', value: '1' }))

  assert.equal((await names(database)).length, 1)
})

/** Runs statements in a transaction of which all answers are read at once. */
async function readAtOnce(work: (db: Db) => readonly Promise<unknown>[]): Promise<void> {
  await using database = await openTestDatabase()
  await database.transaction(async (db) => {
    const all = Promise.all(work(db))
    await nextTurn()
    standStill(100)
    await all
  })
}

test('the error of a statement is not hidden by those that were refused after it', () =>
  assert.rejects(
    readAtOnce((db) => [sql`select 1 / 0`.execute(db), insert(db, { name: 'a', value: '1' })]),
    /division by zero/,
  ))

test('the error of a statement is not hidden by a refusal that the work hears of first', () => {
  const later = async <T>(turns: number, work: () => Promise<T>): Promise<T> =>
    turns === 0 ? work() : await later(turns - 1, work)

  return assert.rejects(
    readAtOnce((db) => [later(30, () => sql`select 1 / 0`.execute(db)), sql`select 1`.execute(db)]),
    /division by zero/,
  )
})

test('a read that the server ends because of a deadlock, as with an update, is sent again', async () => {
  await using database = await openTestDatabase()
  const updater = new pg.Client(await urlOf(database))
  await updater.connect()
  const readerWaits = async () => {
    const text = 'select from pg_locks where not granted and relation = $1::regclass'
    return (await updater.query(text, ['setting'])).rows.length > 0
  }
  /** Whether the server ended the reader, rather than the updater. */
  const meet = async () => {
    await updater.query("begin; set local deadlock_timeout = '5s'; lock table setting")
    const reading = sql`select from rule, setting`.execute(database.db)
    reading.catch(() => {})
    while (!(await readerWaits())) await delay(5)
    const updated = await updater.query('lock table rule').catch(({ code }) => code)
    await updater.query('rollback')
    assert.deepEqual((await reading).rows, [])
    return updated !== '40P01'
  }
  try {
    for (let round = 0; !(await meet()); round++) assert.ok(round < 5)
  } finally {
    await updater.end()
  }
})

test('a table that another process changed is read anew', async () => {
  await using database = await openTestDatabase()
  const all = () => database.db.selectFrom('setting').selectAll().execute()
  await Promise.all(Array.from({ length: 10 }, all))

  await database.transaction((db) => sql`alter table setting add column extra text`.execute(db))
  try {
    assert.deepEqual(await Promise.all(Array.from({ length: 10 }, all)), Array(10).fill([]))
    const inside = await database.transaction((db) =>
      db.selectFrom('setting').selectAll().execute(),
    )
    assert.deepEqual(inside, [])
  } finally {
    await database.transaction((db) => sql`alter table setting drop column extra`.execute(db))
  }
})

test('more at once than there are connections wait their turn', async () => {
  await using database = await openTestDatabase()
  const add = (_: unknown, at: number) =>
    database.transaction((db) =>
      db
        .insertInto('setting')
        .values({ name: `${at}`, value: '1' })
        .execute(),
    )

  await Promise.all(Array.from({ length: 60 }, add))

  assert.equal((await names(database)).length, 60)
})

test('an error does not quote the row that was refused', async () => {
  await using database = await openTestDatabase()
  const add = () =>
    database.transaction((db) =>
      db.insertInto('setting').values({ name: 'secret name', value: '1' }).execute(),
    )
  await add()

  const error = await add().catch((error) => error)

  assert.equal(error.code, '23505')
  assert.doesNotMatch(inspect(error), /secret name/)
})

test('S-744 a database that its host made read-only is read, and written once it is not', async () => {
  await using database = await openTestDatabase()
  const [{ name } = { name: '' }] = (
    await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  ).rows
  const setReadOnly = async (state: 'on' | 'off') => {
    const setting = sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(state)}`
    await database.transaction(async (db) => {
      await sql`set transaction read write`.execute(db)
      await setting.execute(db)
    })
    await endConnections(database)
  }
  // another test may have the database next
  await using undo = new AsyncDisposableStack()
  undo.defer(() => setReadOnly('off'))
  await setReadOnly('on')

  await migrate(database)
  await using lease = await leaseProcessNumber(database, database.now, assert.fail)
  assert.throws(() => lease.number, StorageFull)
  assert.ok(lease.lack instanceof ReadOnly)
  assert.match(
    lease.lack.reason,
    /set to read-only .*; alter database \S+ reset default_transaction_read_only; commit$/,
  )
  assert.deepEqual(await names(database), [])
  await undo.disposeAsync()
  await lease.ready()

  assert.ok(lease.number >= 0)
  assert.equal(lease.lack, null)
})
