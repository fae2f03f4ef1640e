import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, describe, test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { prepared } from '../../src/kernel/db/prepared.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { FEW_CONNECTIONS, PATIENT } from '../support/few-connections.ts'
import { until } from '../support/in-time.ts'
import { startTestServer } from '../support/server.ts'
import { type StallingProxy, startStallingProxy } from '../support/stalling-proxy.ts'

const test = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip
/** ms: longer than any statement here takes beside other tests, and one that tells the server to sleep takes longer */
const DEADLINES = { connect: 5_000, usual: 4_000, slow: 4_000 }
const CONNECTIONS = FEW_CONNECTIONS.pool

interface Away extends AsyncDisposable {
  database: Database
  proxy: StallingProxy
}

const serverUrl = new URL(process.env.TEST_DATABASE_URL || 'postgres://127.0.0.1')
const name = `rookery_silence_${process.pid}_${Math.random().toString(36).slice(2, 8)}`

async function asAdmin(work: string): Promise<void> {
  const admin = new pg.Client(serverUrl.href)
  await admin.connect()
  await admin.query(work)
  await admin.end()
}

before(async () => {
  if (!ON_POSTGRES_SERVER) return
  await asAdmin(`create database ${name} template template0 encoding 'UTF8'`)
  await using database = await openPostgres(urlOfOwn().href, { deadlines: PATIENT })
  await migrate(database)
})

after(async () => {
  if (ON_POSTGRES_SERVER) await asAdmin(`drop database ${name} with (force)`)
})

function urlOfOwn(): URL {
  return Object.assign(new URL(serverUrl), { pathname: name })
}

/** The database of this file behind a network that can swallow packets. */
async function openBehindProxy(): Promise<Away> {
  await using open = new AsyncDisposableStack()
  const target = { host: serverUrl.hostname, port: Number(serverUrl.port || 5432) }
  const proxy = open.use(await startStallingProxy(target))
  const url = Object.assign(urlOfOwn(), { hostname: '127.0.0.1', port: String(proxy.port) })
  const database = open.use(
    await openPostgres(url.href, { deadlines: DEADLINES, settings: FEW_CONNECTIONS }),
  )
  const kept = open.move()
  return { database, proxy, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const insert = prepared((db, p: { name: string; value: string }) =>
  db.insertInto('setting').values({ name: p.name, value: p.value }),
)
const read = ({ db }: Pick<Database, 'db'>) => db.selectFrom('setting').select('name').execute()

/** The server itself may be held up for longer than it has. */
async function readAtLast(database: Database) {
  let rows: Awaited<ReturnType<typeof read>> | null = null
  await until(async () => {
    rows = await read(database).catch((error) => {
      if (error instanceof Unreachable) return null
      throw error
    })
    return rows !== null
  })
  return rows
}

/** Between a client and the server; it makes a `begin` one that the server does not understand. */
async function startSpoilingProxy() {
  let isNext = false
  const target = { host: serverUrl.hostname, port: Number(serverUrl.port || 5432) }
  const proxy = createServer((client) => {
    const server = connect(target)
    client.on('data', (sent: Buffer) => {
      const at = isNext ? sent.indexOf('begin') : -1
      if (at >= 0) sent.write('x', at)
      if (at >= 0) isNext = false
      server.write(sent)
    })
    server.pipe(client)
    server.on('error', () => {})
    client.on('error', () => {}).once('close', () => server.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    spoilNext() {
      isNext = true
    },
    async [Symbol.asyncDispose]() {
      proxy.close()
    },
  }
}

// they wait most of their time
describe('a database that does not answer', { concurrency: true }, () => {
  test('a query that nobody answers ends, and so does a transaction', async () => {
    await using away = await openBehindProxy()
    const { database, proxy } = away

    proxy.stall()

    await assert.rejects(read(database), Unreachable)
    const writing = database.transaction(async (db) => {
      await db.insertInto('setting').values({ name: 'a', value: '1' }).execute()
    })
    await assert.rejects(writing, Unreachable)
    proxy.recover()
    assert.deepEqual(await readAtLast(database), [])
  })

  test('a transaction that is cut off in its midst stores nothing', async () => {
    await using away = await openBehindProxy()
    const { database, proxy } = away

    const writing = database.transaction(async (db) => {
      await db.insertInto('setting').values({ name: 'a', value: '1' }).execute()
      proxy.stall()
      await db.insertInto('setting').values({ name: 'b', value: '1' }).execute()
    })

    await assert.rejects(writing, Unreachable)
    proxy.recover()
    assert.deepEqual(await readAtLast(database), [])
  })

  test('what was sent with a begin that failed is not stored', async () => {
    await using spoiling = await startSpoilingProxy()
    const url = Object.assign(urlOfOwn(), { hostname: '127.0.0.1', port: String(spoiling.port) })
    await using database = await openPostgres(url.href, { deadlines: PATIENT })
    spoiling.spoilNext()

    const writing = database.transaction((db) => insert(db, { name: 'a', value: '1' }))

    await assert.rejects(writing, /syntax error/)
    assert.deepEqual(await read(database), [])
  })

  test('once the network is back none of the connections of before is waited for', async () => {
    await using away = await openBehindProxy()
    const { database, proxy } = away
    const all = () => Promise.all(Array.from({ length: CONNECTIONS }, () => read(database)))
    await all()

    proxy.stall()
    await assert.rejects(read(database), Unreachable)
    proxy.recover()

    assert.equal((await all()).length, CONNECTIONS)
  })

  test('the server ends a query that takes too long, and the connection stays', async () => {
    await using away = await openBehindProxy()
    const { slowDb } = away.database
    const pid = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(slowDb)
      return rows[0]?.pid
    }
    const before = await pid()

    await assert.rejects(sql`select pg_sleep(30)`.execute(slowDb), Unreachable)

    assert.equal(await pid(), before)
  })

  test('a transaction that says that it takes long may', async () => {
    await using away = await openBehindProxy()
    const sleep = async (db: Database['db']) => void (await sql`select pg_sleep(5)`.execute(db))

    await assert.rejects(away.database.transaction(sleep), Unreachable)
    await away.database.transaction(sleep, { long: true })
  })
})

test('requests get 503 while the database is silent, health says so, and jobs are done after', async () => {
  await using away = await openBehindProxy()
  const { database, proxy } = away
  await using server = await startTestServer(
    {},
    { database: { ...database, [Symbol.asyncDispose]: async () => {} } },
  )
  const alice = await server.signUp('alice')
  const followed = await server.signUp('bob')
  await alice.follow(followed)
  await server.settle()

  proxy.stall()
  const answers = await Promise.all([
    ...Array.from({ length: 2 * CONNECTIONS }, () => alice.get('/api/v1/timelines/home')),
    alice.post('/api/v1/statuses', { status: 'lost' }),
    server.anonymous.get('/health'),
  ])
  for (const { statusCode, headers } of answers) {
    assert.equal(statusCode, 503)
    assert.ok(Number(headers['retry-after']) > 0)
  }

  proxy.recover()
  assert.equal((await server.anonymous.get('/health')).statusCode, 200)
  await followed.publish('back again')
  await server.settle()
  const home = await alice.get('/api/v1/timelines/home')
  assert.equal(home.statusCode, 200)
  assert.equal(home.json()[0].content, '<p>back again</p>')
})
