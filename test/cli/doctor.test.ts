import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { ToldFinding } from '../../src/features/health/finding.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { until } from '../support/in-time.ts'
import { Operator } from '../support/operator.ts'
import { ownDatabase } from '../support/own-database.ts'
import { RedisServer, withoutRedis } from '../support/redis-server.ts'

const SERVER = process.env.TEST_DATABASE_URL || null
const onServer = SERVER === null ? { skip: 'no PostgreSQL: TEST_DATABASE_URL is not set' } : {}

async function findings(operator: Operator): Promise<{ code: number; found: ToldFinding[] }> {
  const { code, out } = await operator.run('doctor', '--json')
  return { code, found: out.split('\n').map((line) => JSON.parse(line)) }
}

function about(found: ToldFinding[], text: RegExp): ToldFinding {
  const finding = found.find((one) => text.test(one.text))
  assert.ok(finding, `nothing about ${text}: ${JSON.stringify(found, null, 1)}`)
  return finding
}

const local = (more: NodeJS.ProcessEnv = {}) =>
  new Operator({ ORIGIN: 'http://localhost:3000', PORT: '0', ...more })

test('doctor finds nothing that fails on a fresh machine, and makes nothing', async () => {
  using operator = local()

  const { code, out } = await operator.run('doctor')

  assert.equal(code, 0, out)
  assert.match(out, /^ok {4}The settings from the environment make sense$/m)
  assert.match(out, /DATA_DIR .* will be made at the first start/)
  assert.equal(existsSync(operator.env.DATA_DIR!), false)
  assert.match(out, /^warn {2}ORIGIN is http:\/\/localhost:3000: only this machine can use it → /m)
})

test('doctor looks at a database that is there', async () => {
  using operator = local()
  await operator.done('migrate')
  assert.equal(about((await findings(operator)).found, /is up to date/).level, 'ok')

  await operator.done('accounts', 'list')
  operator.env.ORIGIN = 'http://localhost:4000'
  const { code, found } = await findings(operator)
  assert.equal(code, 1)
  const finding = about(found, /but the database was made for http:\/\/localhost:3000/)
  assert.equal(finding.level, 'fail')
  assert.match(finding.advice ?? '', /Set ORIGIN=http:\/\/localhost:3000/)
})

test(
  'doctor finds nothing that fails where PostgreSQL has an empty database',
  onServer,
  async () => {
    await using database = await ownDatabase(SERVER!)
    using operator = local({ DATABASE_URL: database.url })

    const { code, found } = await findings(operator)

    assert.equal(code, 0, JSON.stringify(found))
    assert.equal(about(found, /The database is empty: the first start fills it/).level, 'ok')
  },
)

test('doctor takes the ORIGIN that the database was made for where the shell says none', async () => {
  using operator = await Operator.started({ ORIGIN: 'http://rookery.invalid', PORT: '0' })
  await operator.done('accounts', 'list')
  operator.env.ORIGIN = undefined

  const { found } = await findings(operator)

  const told = about(found, /^ORIGIN is not set here; checked is http:\/\/rookery\.invalid/)
  assert.equal(told.level, 'ok')
  assert.equal(about(found, /^ORIGIN is http:\/\/rookery\.invalid$/).level, 'ok')
  assert.match(about(found, /does not answer from here/).text, /^http:\/\/rookery\.invalid /)
  assert.ok(!found.some(({ text }) => /localhost/.test(text)))
})

test('doctor sees a schema that lacks updates, and one that is newer', async () => {
  using operator = local()
  await operator.done('migrate')
  const change = async (statement: RawBuilder<unknown>) => {
    const dataDir = operator.env.DATA_DIR!
    await using database = await openDatabase({ databaseUrl: null, dataDir })
    await database.transaction((db) => statement.execute(db))
  }

  await change(sql`delete from migration`)
  assert.equal(about((await findings(operator)).found, /lacks \d+ updates/).level, 'warn')
  await change(sql`insert into migration values ('9999_from_the_future', 0)`)
  assert.equal(about((await findings(operator)).found, /is newer than this version/).level, 'fail')
})

test('doctor names a data directory that is a file, a damaged database, and one open to all', async () => {
  using file = local()
  writeFileSync(file.path('data'), 'a file')
  const place = about(
    (await findings(file)).found,
    /^DATA_DIR .* a file is where a folder has to be$/,
  )
  assert.match(place.advice ?? '', /^Move it away/)

  using damaged = local()
  mkdirSync(damaged.env.DATA_DIR!)
  writeFileSync(join(damaged.env.DATA_DIR!, 'rookery.db'), 'no database '.repeat(100))
  const { code, found } = await findings(damaged)
  assert.equal(code, 1)
  assert.equal(about(found, /The database cannot be used: .* is not a database/).level, 'fail')

  chmodSync(damaged.env.DATA_DIR!, 0o755)
  assert.equal(about((await findings(damaged)).found, /can be entered by every user/).level, 'warn')
})

test('doctor sees a port that another program uses', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  using operator = local({ PORT: String(port), HOST: '127.0.0.1' })

  const { found } = await findings(operator)
  other.close()

  assert.equal(about(found, /another program uses that port/).level, 'fail')
})

test('doctor names the port of the server that runs, and mends beside it', async () => {
  using operator = local({ PORT: '4711' })
  await operator.done('migrate')
  const dataDir = operator.env.DATA_DIR!
  using _ = takeServerLock(dataDir, { host: '127.0.0.1', port: 3999, checkout: '/srv' })
  const change = async (statement: RawBuilder<unknown>) => {
    await using database = await openDatabase({ databaseUrl: null, dataDir })
    await database.transaction((db) => statement.execute(db))
  }
  await change(sql`drop index status_listed`)

  const { code, found } = await findings(operator)
  const repaired = await operator.run('doctor', '--repair')

  assert.equal(
    about(found, /A server runs on 127\.0\.0\.1 port 3999 .*PORT here is 4711/).level,
    'warn',
  )
  assert.equal(code, 1)
  const missing = about(found, /The index status_listed is missing/)
  assert.match(missing.advice ?? '', /doctor --repair/)
  assert.equal(repaired.code, 0, repaired.out)
  assert.equal((await findings(operator)).code, 0)
})

test('doctor warns of settings that let others in', async () => {
  using operator = local({ TRUSTED_PROXIES: '0.0.0.0/0', EGRESS_ALLOW: '::/0' })

  const { code, found } = await findings(operator)

  assert.equal(code, 1)
  assert.equal(about(found, /TRUSTED_PROXIES believes everybody/).level, 'fail')
  assert.equal(about(found, /EGRESS_ALLOW lets others/).level, 'fail')
})

test('doctor says when the mail server takes no mail', async () => {
  using operator = local({ SMTP_URL: 'smtp://127.0.0.1:9' })

  const { found } = await findings(operator)

  assert.equal(about(found, /The mail server 127\.0\.0\.1:9 takes no mail/).level, 'fail')
})

test('doctor checks that ORIGIN leads to this server', async () => {
  const wrong = createServer((_, response) => response.end('something else'))
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.2', resolve))
  const { port } = wrong.address() as AddressInfo
  using operator = local({
    ORIGIN: `http://127.0.0.2:${port}`,
    EGRESS_ALLOW: '127.0.0.2',
  })

  const answered = await findings(operator)
  wrong.close()
  wrong.closeAllConnections()
  const silent = await findings(operator)

  assert.equal(about(answered.found, /answers, but not with this server/).level, 'warn')
  assert.equal(about(silent.found, /does not answer from here/).level, 'warn')
  assert.equal(about(silent.found, /ORIGIN is not https/).level, 'fail')
})

test('doctor names a setting that makes no sense and stops there', async () => {
  using operator = local({ RATE_LIMITS: 'perhaps' })

  const { code, found } = await findings(operator)

  assert.equal(code, 1)
  assert.deepEqual(
    found.map((one) => [one.level, one.text]),
    [['fail', 'RATE_LIMITS must be on or off, not "perhaps"']],
  )
})

test('doctor says whether Redis answers, and whether it forgets counters when it is full', {
  skip: withoutRedis,
}, async () => {
  await using redis = await RedisServer.start(
    '--maxmemory',
    '8mb',
    '--maxmemory-policy',
    'allkeys-lru',
  )
  using operator = local({ REDIS_URL: redis.url })

  let found: ToldFinding[] = []
  // Redis has two seconds to answer
  await until(async () => {
    found = (await findings(operator)).found
    return /answers: (version|Valkey) \d+\.\d+/.test(about(found, /^Redis at 127/).text)
  })
  assert.equal(about(found, /removes keys .* \(allkeys-lru\)/).level, 'warn')

  await redis.stop()
  const finding = about((await findings(operator)).found, /^Redis at 127.* cannot be used/)
  assert.equal(finding.level, 'fail')
})
