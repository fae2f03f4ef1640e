import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { StartError } from '../../src/kernel/db/start-error.ts'
import { GENEROUS } from '../support/in-time.ts'
import { startRefusingPostgres } from '../support/refusing-postgres.ts'
import { CERTIFICATES } from '../support/tls-certificates.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-open-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const newDataDir = () => join(folder, String(++folders))

const INFO = { host: '::', port: 3000, checkout: '/x' }

function lockIn(dataDir: string): { pid: number; startedAt: number } {
  return JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'))
}

async function startErrorOf(dataDir: string, databaseUrl: string | null = null): Promise<string> {
  const error = await openDatabase({ databaseUrl, dataDir }).catch((error) => error)
  assert.ok(error instanceof StartError, String(error))
  assert.ok(!error.message.includes('\n'))
  return error.message
}

test('a file that is no database stops the start with one clear line', async () => {
  const dataDir = newDataDir()
  mkdirSync(dataDir)
  writeFileSync(databaseFile(dataDir), 'these are not the rows you are looking for'.repeat(50))

  assert.match(await startErrorOf(dataDir), /rookery\.db is not a database$/)
})

test('a data directory that cannot be made stops the start with one clear line', async () => {
  const dataDir = newDataDir()
  writeFileSync(dataDir, 'a file')

  assert.match(await startErrorOf(join(dataDir, 'sub')), /^DATA_DIR .* cannot be made/)
  assert.match(await startErrorOf(dataDir), /^DATA_DIR .* cannot be made/)
})

test('a database that cannot be opened stops the start with one clear line', async () => {
  const dataDir = newDataDir()
  mkdirSync(databaseFile(dataDir), { recursive: true })

  assert.match(await startErrorOf(dataDir), /rookery\.db cannot be opened/)
})

test('a PostgreSQL that does not answer stops the start with one line without the password', async () => {
  const message = await startErrorOf('unused', 'postgres://me:secret@127.0.0.1:1/rookery')

  assert.match(message, /^The database 127\.0\.0\.1:1\/rookery cannot be used: /)
  assert.ok(!message.includes('secret'))
})

test('a new data directory is closed to others', {
  skip: process.platform === 'win32',
}, async () => {
  const dataDir = newDataDir()
  await using _ = await openDatabase({ databaseUrl: null, dataDir })

  assert.equal(statSync(dataDir).mode & 0o077, 0)
})

test('the connection that serves has the settings that durability rests on', async () => {
  await using database = await openDatabase({ databaseUrl: null, dataDir: newDataDir() })
  const names = [
    'journal_mode',
    'synchronous',
    'wal_autocheckpoint',
    'foreign_keys',
    'busy_timeout',
    'mmap_size',
  ]

  const values = await database.transaction(async (db) => {
    const found: Record<string, unknown> = {}
    for (const name of names) {
      const { rows } = await sql<object>`pragma ${sql.raw(name)}`.execute(db)
      found[name] = Object.values(rows[0] ?? {})[0]
    }
    return found
  })

  assert.deepEqual(values, {
    journal_mode: 'wal',
    synchronous: 1,
    wal_autocheckpoint: 0,
    foreign_keys: 1,
    busy_timeout: 0,
    mmap_size: 0,
  })
})

test('a database that was closed leaves nothing that keeps the process alive', () => {
  const script = `
    import { openDatabase } from '${import.meta.resolve('../../src/kernel/db/open.ts')}'
    const database = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(newDataDir())} })
    database.onForeignChange(() => {})
    await database.transaction(async () => {})
    await database.slowDb.selectFrom('sqlite_schema').selectAll().execute()
    console.log('done')
    if (process.argv[1] === 'close') await database[Symbol.asyncDispose]()`
  for (const close of ['close', 'leave']) {
    const options = ['--input-type=module-typescript', '-e', script, close]
    const { stdout, stderr, status } = spawnSync(process.execPath, options, {
      encoding: 'utf8',
      timeout: GENEROUS,
    })

    assert.deepEqual([stdout, status], ['done\n', 0], stderr)
  }
})

test('a second server on the same data directory is refused until the first lets go', () => {
  const dataDir = newDataDir()
  const before = Date.now()
  const first = takeServerLock(dataDir, INFO)
  const after = Date.now()
  const { startedAt, ...told } = lockIn(dataDir)
  assert.deepEqual(told, { pid: process.pid, ...INFO })
  assert.ok(startedAt >= before && startedAt <= after, String(startedAt))

  assert.throws(
    () => takeServerLock(dataDir, INFO),
    (error) => {
      assert.ok(error instanceof StartError)
      assert.match(
        error.message,
        new RegExp(`already uses .* \\(process ${process.pid}, port 3000\\)`),
      )
      return true
    },
  )
  first[Symbol.dispose]()

  takeServerLock(dataDir, INFO)[Symbol.dispose]()
})

test('the lock of a server that was killed is taken over', () => {
  const dataDir = newDataDir()
  const script = `
    import { takeServerLock } from '${import.meta.resolve('../../src/kernel/db/server-lock.ts')}'
    takeServerLock(${JSON.stringify(dataDir)}, ${JSON.stringify(INFO)})
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script])
  assert.notEqual(lockIn(dataDir).pid, process.pid)

  using _ = takeServerLock(dataDir, INFO)

  assert.equal(lockIn(dataDir).pid, process.pid)
})

test('another process is refused while the lock is held', () => {
  const dataDir = newDataDir()
  using _ = takeServerLock(dataDir, INFO)
  const script = `
    import { takeServerLock } from '${import.meta.resolve('../../src/kernel/db/server-lock.ts')}'
    takeServerLock(${JSON.stringify(dataDir)}, ${JSON.stringify(INFO)})`

  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '-e', script],
    { encoding: 'utf8' },
  )

  assert.equal(status, 1)
  assert.match(stderr, /StartError: A server already uses/)
})

test('S-747 a refused connection is one line that says how to go on', async () => {
  const error = { code: '28000', message: 'role "me" is not permitted to log in' }
  await using asking = await startRefusingPostgres({})
  await using closed = await startRefusingPostgres({ error })
  await using secure = await startRefusingPostgres({ error, tls: CERTIFICATES['social.example'] })
  const wanted: [string, RegExp][] = [
    [asking.url, /a password is asked for, and none is given: add it to DATABASE_URL, or set/],
    [closed.url, /not permitted to log in; allow that \(alter role … login\), or correct the user/],
    [`${closed.url}?sslmode=require`, /does not support SSL.*; turn on ssl .*leave .* sslmode out/],
    [`${secure.url}?sslmode=no-verify`, /not permitted to log in/],
    [`${secure.url}?sslrootcert=/none.pem`, /'\/none\.pem'; correct the path of that file in/],
    ['postgres://me@/none?host=/nowhere', /none at \/nowhere cannot be used: .*; start PostgreSQL/],
  ]
  for (const mode of ['require', 'prefer', 'verify-ca', 'verify-full']) {
    const untrusted = /not trusted \(self-signed certificate\); .* sslrootcert=FILE, .*=no-verify,/
    wanted.push([`${secure.url}?sslmode=${mode}`, untrusted])
  }
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', note)

  for (const [url, line] of wanted) assert.match(await startErrorOf('unused', url), line)

  await nextTurn()
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})
