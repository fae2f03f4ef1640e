import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test as nodeTest } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { checkDatabase } from '../../src/cli/checks/database.ts'
import { checkReplica } from '../../src/cli/checks/replica.ts'
import { tellFinding } from '../../src/features/health/finding.ts'
import { type Config, readConfig } from '../../src/kernel/base/config.ts'
import { ReadOnly } from '../../src/kernel/base/errors.ts'
import { POSTGRES_DEFAULTS } from '../../src/kernel/base/postgres-settings.ts'
import { backup } from '../../src/kernel/db/archive/backup.ts'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { DeadlinePassed } from '../../src/kernel/db/postgres/errors.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { StartError } from '../../src/kernel/db/start-error.ts'
import { PATIENT } from '../support/few-connections.ts'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'
import { type PostgresPair, startPair, withoutReplica } from '../support/postgres-pair.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startStallingProxy } from '../support/stalling-proxy.ts'

const test: typeof nodeTest = ((name: string, work: () => Promise<void>) =>
  nodeTest(name, { skip: withoutReplica }, work)) as never

let pair: PostgresPair

before(async () => {
  if (withoutReplica) return
  pair = await startPair()
  await using database = await openPostgres(pair.primary.url, { deadlines: PATIENT })
  await migrate(database)
})

after(async () => {
  await pair?.[Symbol.asyncDispose]()
})

interface Opened extends AsyncDisposable {
  database: Database
  /** for the operator */
  lines: string[]
}

/**
 * A replica that is held up for a second is left aside for a while, and what is meant for it is read from the primary.
 * So tests wait for what only the replica shows.
 *
 * @param replicaLag ms
 */
async function open(
  replicaLag = 3_600_000,
  replicaUrl = pair.replica.url,
  lines: string[] = [],
): Promise<Opened> {
  const settings = { ...POSTGRES_DEFAULTS, replicaUrl, replicaLag }
  const tell = (line: string) => void lines.push(line)
  const opening = () =>
    openPostgres(pair.primary.url, { deadlines: PATIENT, settings, tell }).catch((error) => {
      // a start gives the primary 3 s to say which one it is
      if (error.cause instanceof DeadlinePassed) return null
      throw error
    })
  let database = await opening()
  await until(async () => {
    database ??= await opening()
    return database !== null
  })
  const opened = database!
  return { database: opened, lines, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

const isUsed = ({ replica }: Database) => replica!.state().isUsed

/** Names of the settings that visitors see. */
async function seenByVisitors({ replica }: Database): Promise<string[]> {
  const query = () => replica!.db.selectFrom('setting').select('name').orderBy('name').execute()
  return (await replica!.asVisitor(query)).map(({ name }) => name)
}

async function write({ transaction }: Database, name: string, lax = false): Promise<void> {
  const work = (db: Db) => db.insertInto('setting').values({ name, value: '1' }).execute()
  await transaction(work, { lax })
}

async function asServer(database: Database, work: (server: TestServer) => Promise<void>) {
  await using server = await startTestServer(
    { databaseUrl: pair.primary.url, severalProcesses: true },
    { database, wholeHttp: true },
  )
  await work(server)
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked elsewhere
const idsOf = (response: any) => response.json().map(({ id }: { id: string }) => id)

test('visitors read from the replica, and whoever has a token sees what was just written', async () => {
  const { database } = await open()
  await asServer(database, async (server) => {
    const alice = await server.signUp('alice')
    const list = `/api/v1/accounts/${alice.id}/statuses`
    await alice.publish('before')
    await until(async () => idsOf(await server.anonymous.get(list)).length === 1)
    await until(() => isUsed(database))

    await pair.pause()
    const { id, url } = await alice.publish('after')

    await until(async () => idsOf(await server.anonymous.get(list)).length === 1)
    assert.deepEqual(idsOf(await alice.get(list))[0], id)
    await until(async () => {
      const { body } = await server.anonymous.get('/@alice')
      assert.match(body, /before/)
      return !/after/.test(body)
    })
    // nobody is told that there is no such post
    assert.equal((await server.anonymous.get(`/api/v1/statuses/${id}`)).statusCode, 200)
    assert.match((await server.anonymous.get(new URL(url).pathname)).body, /after/)

    await pair.resume()
    await until(async () => idsOf(await server.anonymous.get(list)).length === 2)
    await until(async () => {
      const { body } = await server.anonymous.get('/metrics')
      assert.match(body, /^rookery_replica_lag_seconds \d/m)
      return /^rookery_replica_used 1$/m.test(body)
    })
  })
})

test('slow reads see all that was committed before them', async () => {
  await using opened = await open()
  const { database } = opened
  const where = sql<{ there: boolean }>`select pg_is_in_recovery() as there`
  const isFromReplica = async () => (await where.execute(database.slowDb)).rows[0]?.there
  await until(() => isFromReplica().then(Boolean))

  await pair.pause()
  await write(database, 'slow')

  const rows = await database.slowDb.selectFrom('setting').select('name').execute()
  assert.ok(rows.some(({ name }) => name === 'slow'))
  assert.equal(await isFromReplica(), false)
  await pair.resume()
  await until(() => isFromReplica().then(Boolean))
})

test('slow reads see a commit that did not wait for the disk', async () => {
  await using opened = await open()
  const { database } = opened
  await until(() => isUsed(database))
  for (let at = 0; at < 20; at++) {
    await write(database, `lax${at}`, true)
    const rows = await database.slowDb.selectFrom('setting').select('name').execute()
    assert.ok(
      rows.some(({ name }) => name === `lax${at}`),
      `number ${at}`,
    )
  }
})

test('a visitor who has read the primary, or written, stays there until the end of the request', async () => {
  await using opened = await open()
  const { database } = opened
  await until(() => isUsed(database))
  await pair.pause()

  const names = await database.replica!.asVisitor(async () => {
    await write(database, 'own')
    return database.replica!.db.selectFrom('setting').select('name').execute()
  })

  assert.ok(names.some(({ name }) => name === 'own'))
  await until(async () => !(await seenByVisitors(database)).includes('own'))
  await pair.resume()
})

test('after settings were changed nothing older is read', async () => {
  await using opened = await open()
  const { database } = opened
  await until(() => isUsed(database))
  await pair.pause()
  await write(database, 'epoch')

  database.replica!.catchUp()

  assert.equal(isUsed(database), false)
  assert.ok((await seenByVisitors(database)).includes('epoch'))
  await pair.resume()
  await until(() => isUsed(database))
})

test('a query that recovery cancels is asked of the primary', async () => {
  await using opened = await open()
  const { database } = opened
  await until(() => isUsed(database))
  const slow = sql<{ there: boolean }>`select pg_is_in_recovery() as there,
    case when pg_is_in_recovery() then pg_sleep(3600) end from setting limit 1`
  const ask = () => database.replica!.asVisitor(() => slow.execute(database.replica!.db))
  const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(3600)%' and wait_event = 'PgSleep'`
  let asked = ask()
  await until(async () => {
    const isOver = await Promise.race([asked.then(() => true), delay(20, false)])
    if (isOver) asked = ask()
    return (await pair.replica.ask(sleeping)).length > 0
  })

  await pair.primary.ask('begin; lock table setting in access exclusive mode; commit')

  assert.deepEqual((await asked).rows[0]?.there, false)
})

test('a replica that is too far behind is left aside until it has caught up', async () => {
  await using opened = await open(1_000)
  const { database, lines } = opened
  await until(() => isUsed(database))
  await pair.pause()
  await write(database, 'late')

  await until(() => /left aside.* \d+ s behind$/.test(lines.at(-1) ?? ''))
  await until(async () => (await seenByVisitors(database)).includes('late'))

  await pair.resume()
  await until(() => /read again/.test(lines.at(-1)!))
  await until(() => isUsed(database))
})

test('a replica that ends is left aside, and read again when it is back', async () => {
  await using opened = await open()
  const { database, lines } = opened
  await until(() => isUsed(database))

  await pair.replica.stop()
  await write(database, 'alone')

  assert.ok((await seenByVisitors(database)).includes('alone'))
  await until(() => lines.length > 0)
  assert.match(lines[0]!, /left aside.* does not answer/)
  await pair.replica.start()
  await until(() => isUsed(database))
  assert.match(lines.at(-1)!, /read again/)
})

test('nobody waits for long for a replica that is silent', async () => {
  await using proxy = await startStallingProxy({ host: '127.0.0.1', port: pair.replica.port })
  const behindProxy = Object.assign(new URL(pair.replica.url), { port: String(proxy.port) })
  await using opened = await open(undefined, behindProxy.href)
  const { database, lines } = opened
  await until(() => isUsed(database))
  await seenByVisitors(database)

  proxy.stall()
  const asked = seenByVisitors(database)
  await until(() => lines.length > 0)

  assert.match(lines[0]!, /left aside.* does not answer/)
  assert.ok((await inTime(asked, 'the primary is read')).includes('origin'))
})

test('a replica that is away at the start is a line, and is read once it is there', async () => {
  const nobody = `postgres://rookery@127.0.0.1:${await freePort()}/postgres`
  await using opened = await open(undefined, nobody)

  await until(() => opened.lines.length > 0)
  assert.equal(opened.lines.length, 1)
  assert.match(opened.lines[0]!, /does not answer/)
  assert.equal(isUsed(opened.database), false)
  assert.ok((await seenByVisitors(opened.database)).includes('origin'))
})

async function refusal(replicaUrl: string): Promise<string> {
  const lines: string[] = []
  let error: unknown
  await until(async () => {
    const begun = await open(undefined, replicaUrl, lines).catch((refused) => {
      error = refused
      return null
    })
    if (begun === null) return true
    // it was held up, and so nothing is known of it
    assert.equal(isUsed(begun.database), false, 'it was opened')
    await begun[Symbol.asyncDispose]()
    lines.length = 0
    return false
  })
  assert.ok(error instanceof StartError, String(error))
  assert.equal(error.isSetting, true)
  // nothing that says that the start goes on
  assert.deepEqual(lines, [])
  assert.doesNotMatch(error.message, /\n/)
  return error.message
}

test('S-748 what is no replica of this database is refused at the start, and doctor says so', async () => {
  await pair.primary.ask('create database other')
  const other = Object.assign(new URL(pair.replica.url), { pathname: 'other' }).href
  const configOf = (replicaUrl: string): Config => {
    const config = readConfig({ DATABASE_URL: pair.primary.url })
    return { ...config, postgres: { ...config.postgres, replicaUrl } }
  }

  assert.match(await refusal(pair.primary.url), /DATABASE_REPLICA_URL .*no replica/)
  await until(
    async () =>
      (await pair.replica.ask(`select 1 from pg_database where datname = 'other'`)).length > 0,
  )
  assert.match(await refusal(other), /DATABASE_REPLICA_URL .*another database/)
  assert.match(
    await refusal(process.env.TEST_DATABASE_URL!),
    /DATABASE_REPLICA_URL .*another database/,
  )
  const finds = (replicaUrl: string, line: RegExp) =>
    until(async () => {
      const found = (await checkReplica(configOf(replicaUrl))).map((one) => tellFinding(one))
      return line.test(found.map(({ level, text }) => `${level}: ${text}`).join('\n'))
    }, String(line))
  await finds(other, /^fail: .*another database/)
  await finds(pair.replica.url, /^ok: /)
  await finds(
    `postgres://rookery@127.0.0.1:${await freePort()}/postgres`,
    /^warn: .*does not answer/,
  )
})

test('S-744 a standby is none with a full disk, and can be backed up', async () => {
  await using standby = await openPostgres(pair.replica.url, { deadlines: PATIENT })
  const folder = mkdtempSync(join(tmpdir(), 'rookery-standby-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const writing = standby.transaction((db) =>
    db.insertInto('setting').values({ name: 'standby', value: '1' }).execute(),
  )
  await assert.rejects(writing, (error) => {
    assert.ok(error instanceof ReadOnly)
    assert.match(error.reason, /is a standby \(replica\) .*\. Name the primary in DATABASE_URL, or/)
    return true
  })
  await backup(standby, join(folder, 'x.archive'))

  const config = readConfig({ DATABASE_URL: pair.replica.url })
  await until(async () =>
    (await checkDatabase(config)).some((one) => /is a standby/.test(tellFinding(one).text)),
  )
})

test('a replica that becomes a primary is left aside', async () => {
  await using opened = await open()
  await until(() => isUsed(opened.database))

  await pair.replica.ask('select pg_promote()')

  await until(() => opened.lines.some((line) => /no replica.*promoted/.test(line)))
  assert.equal(isUsed(opened.database), false)
})
