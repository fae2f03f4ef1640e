import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test as nodeTest } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { StorageFull } from '../../src/kernel/base/errors.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openConnection } from '../../src/kernel/db/sqlite/connection.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import type { WalSyncer } from '../../src/kernel/db/sqlite/wal-syncer.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { GENEROUS, until } from '../support/in-time.ts'

/** SQLite only: what PostgreSQL acknowledges is its own affair. */
const test = ON_SQLITE ? nodeTest : nodeTest.skip
const folder = mkdtempSync(join(tmpdir(), 'rookery-durability-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const newDataDir = () => join(folder, String(++folders))

/** A disk on which each sync ends when the test says so, until it is set free. */
function controlledDisk() {
  const syncs: PromiseWithResolvers<void>[] = []
  let free = false
  const walSyncer: WalSyncer = {
    sync() {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      if (free) sync.resolve()
      return sync.promise
    },
    async forget() {},
    async [Symbol.asyncDispose]() {},
  }
  const setFree = () => {
    free = true
    for (const sync of syncs) sync.resolve()
  }
  return { syncs, walSyncer, setFree }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

const write = (database: Database, name: string) =>
  database.transaction((db) => sql`insert into note values (${name})`.execute(db))

async function openControlled() {
  const dataDir = newDataDir()
  const { syncs, walSyncer, setFree } = controlledDisk()
  const database = await openSqlite(dataDir, { walSyncer })
  const making = database.transaction((db) => sql`create table note (name text)`.execute(db))
  await until(() => syncs.length > 0)
  syncs.shift()!.resolve()
  await making
  const done: string[] = []
  const begin = (name: string) => void write(database, name).then(() => done.push(name))
  const close = async () => {
    setFree()
    await database[Symbol.asyncDispose]()
  }
  return { database: { ...database, [Symbol.asyncDispose]: close }, syncs, done, begin }
}

test('a transaction resolves after a sync that began after its commit', async () => {
  const { database, syncs, done, begin } = await openControlled()
  await using _ = database
  begin('a')
  await until(() => syncs.length > 0)
  const seen = await sql`select name from note`.execute(database.db)
  assert.deepEqual(seen.rows, [{ name: 'a' }])
  assert.deepEqual(done, [])

  syncs[0]!.resolve()
  await until(() => done.length > 0)

  assert.deepEqual(done, ['a'])
})

test('a sync that runs is not joined, and all who wait share the next', async () => {
  const { database, syncs, done, begin } = await openControlled()
  await using _ = database
  begin('a')
  await until(() => syncs.length > 0)
  for (const name of ['b', 'c', 'd']) begin(name)
  await settled()
  assert.equal(syncs.length, 1)

  syncs[0]!.resolve()
  await until(() => syncs.length > 1)
  assert.deepEqual(done, ['a'])
  assert.equal(syncs.length, 2)
  syncs[1]!.resolve()
  await until(() => done.length === 4)

  assert.deepEqual(done, ['a', 'b', 'c', 'd'])
  assert.equal(syncs.length, 2)
})

test('a transaction that only read waits too: what it read may not be stored yet', async () => {
  const { database, syncs, done, begin } = await openControlled()
  await using _ = database
  begin('a')
  await until(() => syncs.length > 0)
  void database
    .transaction((db) => sql`select name from note`.execute(db))
    .then(({ rows }) => done.push(`read ${rows.length}`))
  await settled()
  assert.deepEqual(done, [])

  syncs[0]!.resolve()
  await until(() => syncs.length > 1)
  assert.deepEqual(done, ['a'])
  syncs[1]!.resolve()
  await until(() => done.length > 1)

  assert.deepEqual(done, ['a', 'read 1'])
})

test('a sync that fails ends the process with one clear line and is not tried again', () => {
  const script = join(import.meta.dirname, '../support/processes/failing-sync.ts')

  const { status, stdout, stderr } = spawnSync(process.execPath, [script, newDataDir()], {
    encoding: 'utf8',
    timeout: GENEROUS,
  })

  assert.equal(status, 1, stderr)
  assert.equal(stdout, 'sync 1\n')
  assert.match(stderr, /^rookery: the disk failed to store .*rookery\.db \(EIO.*\n$/)
})

test('a full disk fails the transaction as StorageFull, reading goes on and so does writing later', async () => {
  await using database = await openSqlite(newDataDir())
  await database.transaction((db) => sql`create table note (name text)`.execute(db))
  const limitPages = (pages: number) =>
    database.transaction((db) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db))
  await limitPages(8)

  await assert.rejects(write(database, 'x'.repeat(100_000)), StorageFull)

  assert.deepEqual((await sql`select name from note`.execute(database.db)).rows, [])
  await limitPages(1_000_000)
  await write(database, 'y'.repeat(100_000))
})

test('what follows after SQLite itself rolled back is not committed row by row', async () => {
  await using database = await openSqlite(newDataDir())
  await database.transaction((db) => sql`create table note (name text unique)`.execute(db))

  const going = database.transaction(async (db) => {
    await sql`insert into note values ('a')`.execute(db)
    const rollingBack = sql`insert or rollback into note values ('a')`.execute(db)
    await rollingBack.catch(() => {})
    await sql`insert into note values ('b')`.execute(db).catch(() => {})
  })

  await assert.rejects(going)
  assert.deepEqual((await sql`select name from note`.execute(database.db)).rows, [])
})

test('closing waits for what was begun, and nothing can be begun after it', async () => {
  const dataDir = newDataDir()
  const database = await openSqlite(dataDir)
  await database.transaction((db) => sql`create table note (name text)`.execute(db))
  const writing = ['a', 'b', 'c'].map((name) => write(database, name))

  await database[Symbol.asyncDispose]()

  await Promise.all(writing)
  await assert.rejects(write(database, 'd'), /not open/)
  await using again = await openSqlite(dataDir)
  assert.equal((await sql`select name from note`.execute(again.db)).rows.length, 3)
})

/** How often a -wal file has started over, as its header says. */
function roundOf(file: string): number {
  const header = Buffer.alloc(16)
  const opened = openSync(file, 'r')
  readSync(opened, header)
  closeSync(opened)
  return header.readUInt32BE(12)
}

test('the -wal file stays small under steady writing', async () => {
  const dataDir = newDataDir()
  await using database = await openSqlite(dataDir)
  await database.transaction((db) => sql`create table note (name text)`.execute(db))
  const file = `${databaseFile(dataDir)}-wal`
  let round = 0
  let inRound = 0

  for (let batch = 0; batch < 25; batch++) {
    await Promise.all(Array.from({ length: 40 }, () => write(database, 'x'.repeat(100_000))))
    inRound += 1
    // the thread after whose work the file starts over may be held up for a while
    await until(async () => {
      if (roundOf(file) !== round) inRound = 0
      round = roundOf(file)
      if (inRound < 6) return true
      await write(database, 'x')
      return false
    })
  }

  const megabytes = statSync(file).size / 2 ** 20
  assert.ok(megabytes < 50, `${megabytes.toFixed(1)} MB after writing 100 MB`)
})

test('a transaction waits for one of another process', async () => {
  const dataDir = newDataDir()
  await using server = await openSqlite(dataDir)
  await server.transaction((db) => sql`create table note (name text)`.execute(db))
  await using tool = await openSqlite(dataDir, { process: 'tool' })
  const go = Promise.withResolvers<void>()
  const holding = tool.transaction(async (db) => {
    await sql`insert into note values ('tool')`.execute(db)
    await go.promise
  })
  const writing = write(server, 'server')
  await settled()

  go.resolve()
  await Promise.all([holding, writing])

  const { rows } = await sql`select name from note`.execute(server.db)
  assert.deepEqual(rows, [{ name: 'tool' }, { name: 'server' }])
})

test('a process that is killed loses nothing that it acknowledged', async () => {
  const script = join(import.meta.dirname, '../support/processes/acknowledging-writer.ts')
  const dataDir = newDataDir()
  const acknowledged = new Set<string>()
  for (const enough of [300, 1_500, 4_000]) {
    const child = spawn(process.execPath, [script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let seen = 0
    for await (const name of createInterface({ input: child.stdout })) {
      acknowledged.add(name)
      if (++seen === enough) child.kill('SIGKILL')
    }
    await exited
  }

  await using database = await openSqlite(dataDir)
  await migrate(database)
  const rows = await database.db.selectFrom('setting').select('name').execute()
  const stored = new Set(rows.map(({ name }) => name))
  assert.ok(acknowledged.size >= 5_800, `${acknowledged.size}`)
  assert.deepEqual([...acknowledged.difference(stored)], [])
  using connection = openConnection(databaseFile(dataDir), { readOnly: true, busyTimeout: 0 })
  assert.deepEqual(connection.run('pragma integrity_check').rows, [{ integrity_check: 'ok' }])
})
