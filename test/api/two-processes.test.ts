import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Config } from '../../src/kernel/base/config.ts'
import { formatFamilies } from '../../src/kernel/instruments/exposition-format.ts'
import { TestClient } from '../support/client.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER, ON_SQLITE } from '../support/database-kind.ts'
import { inTime } from '../support/in-time.ts'
import { multipart } from '../support/multipart.ts'
import { RedisServer, withoutRedis } from '../support/redis-server.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { Attacker } from '../web/attacker.ts'

const noPostgres = ON_POSTGRES_SERVER ? false : 'several processes need a real PostgreSQL'
const noRedis = noPostgres || withoutRedis
const PATH = '/api/v1/preferences'
const IMPORTS = '/api/rookery/v1/imports'

interface Pair extends AsyncDisposable {
  a: TestServer
  b: TestServer
}

/** Two servers on one database, as two processes are. */
async function startPair(settings: Partial<Config>): Promise<Pair> {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase())
  const start = async () => {
    const server = await startTestServer(
      { rateLimits: true, severalProcesses: true, trustedProxies: ['127.0.0.1'], ...settings },
      { database: { ...database, async [Symbol.asyncDispose]() {} } },
    )
    return stack.use(server)
  }
  const pair = { a: await start(), b: await start() }
  return { ...pair, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const poll = async () => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await inTime(poll(), what)
}

const ready = ({ a, b }: Pair) =>
  until(() => a.app.redis!.isReady && b.app.redis!.isReady, 'Redis answers')

/** How many requests are left, after one more. */
async function left(server: TestServer, user: TestUser): Promise<number> {
  const response = await new TestClient(server.http, user.token).get(PATH)
  assert.equal(response.statusCode, 200, response.body)
  return Number(response.headers['x-ratelimit-remaining'])
}

let guesses = 0

/** From an address of its own. */
async function guess(server: TestServer, name: string): Promise<number> {
  const attacker = new Attacker(server.http)
  guesses += 1
  attacker.address = `198.18.${guesses >> 8}.${guesses & 255}`
  await attacker.get('/auth/sign_in')
  const form = { 'user[email]': name, 'user[password]': 'wrong' }
  return (await attacker.submit('/auth/sign_in', form)).statusCode
}

async function guessAtBoth({ a, b }: Pair, round = 0): Promise<number[]> {
  const name = `ann${round}`
  await a.signUp(name)
  const answers: number[] = []
  for (let number = 1; number <= 5; number++) answers.push(await guess(a, name))
  for (let number = 6; number <= 25; number++) answers.push(await guess(b, name))
  return [...answers, await guess(a, name), await guess(b, name)]
}

const GUESSED = [...Array<number>(25).fill(422), 429, 429]

async function alone({ app }: TestServer): Promise<number> {
  const text = formatFamilies(await app.metrics.families(() => {}))
  return Number(/^rookery_counted_alone_total (\d+)$/m.exec(text)?.[1])
}

/** Redis answers most rounds in time; where a machine is so busy that it does not, each process counts alone, as it should. */
async function answeredInTime<T>(pair: Pair, work: (round: number) => Promise<T>): Promise<T> {
  const bothAlone = async () => (await alone(pair.a)) + (await alone(pair.b))
  for (let round = 0; round < 10; round++) {
    const before = await bothAlone()
    const result = await work(round)
    if ((await bothAlone()) === before) return result
    await ready(pair)
  }
  throw new Error('Redis was late in each of ten rounds')
}

/** A budget knows after a flush what the other process spent. */
async function spendAtBoth({ a, b }: Pair, round = 0): Promise<boolean[]> {
  const spend = ({ app }: TestServer) => app.federation.cards.spend(`cards${round}.example`)
  const first = Array.from({ length: 15 }, () => spend(a))
  await a.app.sharedCounts!.flush()
  const next = spend(b)
  await b.app.sharedCounts!.flush()
  return [...first, next, ...Array.from({ length: 6 }, () => spend(b))]
}

const SPENT = [...Array<boolean>(20).fill(true), false, false]

describe('two processes over PostgreSQL', { skip: noPostgres }, () => {
  let pair: Pair
  before(async () => {
    pair = await startPair({})
  })
  after(() => pair[Symbol.asyncDispose]())

  test('A45 their wrong sign-ins count together', async () => {
    assert.deepEqual(await guessAtBoth(pair), GUESSED)
  })

  test('A45 fifty guesses at once at both pass twenty-five', async () => {
    await pair.a.signUp('bert')
    const numbers = Array.from({ length: 50 }, (_, at) => at + 1)

    const answers = await Promise.all(
      numbers.map((number) => guess(number % 2 === 0 ? pair.a : pair.b, 'bert')),
    )

    assert.equal(answers.filter((code) => code === 422).length, 25)
    assert.equal(answers.filter((code) => code === 429).length, 25)
  })

  test('S-046 requests with a token at both count together after a second', async () => {
    const { a, b } = pair
    const carol = await a.signUp('carol')

    const first = [await left(a, carol), await left(a, carol), await left(a, carol)]
    await a.app.sharedCounts!.flush()
    await left(b, carol)
    await b.app.sharedCounts!.flush()

    assert.deepEqual(first, [299, 298, 297])
    assert.equal(await left(b, carol), 295)
  })

  test('A35 budgets of domains count together after a second', async () => {
    assert.deepEqual(await spendAtBoth(pair), SPENT)
  })

  test('both import the rows of one file, and each row once', async () => {
    const { a, b } = pair
    const ida = await a.signUp('ida')
    const names = Array.from({ length: 120 }, (_, at) => `domain${at}.example`)
    const file = { type: 'domain_blocking', file: Buffer.from(names.join('\n')) }
    const uploaded = await ida.post(IMPORTS, ...(await multipart(file)))
    assert.equal(uploaded.statusCode, 200, uploaded.body)
    const { id } = uploaded.json()
    assert.equal((await ida.post(`${IMPORTS}/${id}/confirm`, {})).statusCode, 200)

    for (let round = 0; round < 2; round++) await Promise.all([a.settle(), b.settle()])
    const done = (await ida.get(`${IMPORTS}/${id}`)).json()
    const blocked = await a.app.db
      .selectFrom('account_domain_block')
      .select('domain')
      .where('account_id', '=', ida.id)
      .execute()

    assert.partialDeepStrictEqual(done, { state: 'finished', imported_items: 120 })
    assert.deepEqual(blocked.map(({ domain }) => domain).toSorted(), names.toSorted())
  })
})

describe('two processes over Redis', { skip: noRedis }, () => {
  let redis: RedisServer
  let pair: Pair
  before(async () => {
    redis = await RedisServer.start()
    pair = await startPair({ redisUrl: redis.url })
    await ready(pair)
  })
  after(async () => {
    await pair?.[Symbol.asyncDispose]()
    await redis?.[Symbol.asyncDispose]()
  })

  test('A45 their wrong sign-ins count together', async () => {
    const answers = await answeredInTime(pair, (round) => guessAtBoth(pair, round))

    assert.deepEqual(answers, GUESSED)
  })

  test('S-046 requests with a token at both count together', async () => {
    const { a, b } = pair
    const { lefts, refused } = await answeredInTime(pair, async (round) => {
      const user = await a.signUp(`carol${round}`)
      const lefts: number[] = []
      for (let count = 0; count < 150; count++) lefts.push(await left(a, user), await left(b, user))
      const refused = []
      for (const { http } of [a, b]) refused.push(await new TestClient(http, user.token).get(PATH))
      return { lefts, refused }
    })

    assert.deepEqual(
      lefts,
      Array.from({ length: 300 }, (_, count) => 299 - count),
    )
    for (const response of refused) {
      assert.equal(response.statusCode, 429, response.body)
      assert.equal(response.headers['x-ratelimit-remaining'], '0')
    }
  })

  test('A35 budgets of domains count together after a second', async () => {
    const spent = await answeredInTime(pair, (round) => spendAtBoth(pair, round))

    assert.deepEqual(spent, SPENT)
  })

  test('without Redis each counts alone, and they count together once it is back', async () => {
    const { a, b } = pair
    const together = (name: string) =>
      answeredInTime(pair, async (round) => {
        const user = await a.signUp(`${name}${round}`)
        return { user, lefts: [await left(a, user), await left(b, user)] }
      })
    const { user: dora, lefts } = await together('dora')
    assert.deepEqual(lefts, [299, 298])

    await redis.stop()
    await until(() => !a.app.redis!.isReady && !b.app.redis!.isReady, 'Redis is lost')
    const apart = [await left(a, dora), await left(b, dora), await left(b, dora)]
    await redis.start()
    await ready(pair)

    assert.deepEqual(apart, [298, 298, 297])
    assert.ok((await alone(a)) > 0)
    assert.deepEqual((await together('emil')).lefts, [299, 298])
  })

  test('a silent Redis refuses no request', async () => {
    const { a } = pair
    const fred = await a.signUp('fred')
    const before = await alone(a)

    redis.pause()
    const lefts = await Promise.all(Array.from({ length: 10 }, () => left(a, fred)))
    const next = await left(a, fred)
    redis.resume()
    await ready(pair)

    assert.equal(Math.min(...lefts), 290)
    assert.equal(next, 289)
    assert.ok((await alone(a)) >= before + 11)
  })

  test('a full Redis refuses no request', async () => {
    const { a } = pair
    const gabi = await a.signUp('gabi')
    const before = await alone(a)

    await redis.configure('maxmemory', '1')
    const lefts = [await left(a, gabi), await left(a, gabi)]
    await redis.configure('maxmemory', '0')

    assert.deepEqual(lefts, [299, 298])
    assert.ok((await alone(a)) >= before + 2)
  })
})

test('a server on SQLite is the only one, whatever it is told', { skip: !ON_SQLITE }, async () => {
  await using server = await startTestServer({ severalProcesses: true })

  assert.equal(server.app.sharedCounts, null)
})
