import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteOptions } from 'fastify'
import type { Response } from 'light-my-request'
import { buildPages } from '../../scripts/build-pages.js'
import { fastest, ORDINARY, ordinaryWork } from '../support/fastest.ts'
import { rounds } from '../support/rounds.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

// one as nobody, one as the owner
const ROUNDS = rounds(12, 2)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** ms of this thread's processor time that any answer may take on an ordinary machine */
const MOST_WORK = 2000

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

/** A sequence of numbers in [0, 1) that a seed repeats. */
function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = sequence(SEED)
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'true',
  'null',
  '999999999999999999',
  '99999999999999999999999999',
  '1'.repeat(5000),
  'a'.repeat(70_000),
  'é̂'.repeat(2000),
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(300),
  '‮\u202egnitirw',
  '\ud800',
  "' or 1=1; drop table status; --",
  '%',
  '_%\\',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '@'.repeat(1000),
  '#'.repeat(1000),
  `@${'a'.repeat(300)}@${'b.'.repeat(200)}com`,
  'http://'.repeat(500),
  '[]',
  '{}',
  '__proto__',
  'data:image/png;base64,AAAA',
  '2026-13-45T99:99:99Z',
  '"\\u0000"',
]
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER,
  [],
  [[]],
  [[[[[[[[]]]]]]]],
  [null, {}, 'x', 7],
  Array.from({ length: 2000 }, (_, at) => at),
  {},
  { 0: 'a', 1: 'b' },
  { length: 5 },
  { __proto__: { admin: true }, constructor: { prototype: {} } },
  { toString: 1, valueOf: 2 },
]

function paramsFor(schema: Schema | undefined, depth = 0): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    if (random() < 0.4) continue
    const nested = depth < 2 && random() < 0.5
    if (nested && member.properties) params[name] = paramsFor(member, depth + 1)
    else if (nested && member.items) params[name] = [pick(VALUES), pick(VALUES)]
    else params[name] = pick(VALUES)
  }
  if (random() < 0.3) params[pick(TEXTS).slice(0, 40)] = pick(VALUES)
  return params
}

function formOf(params: Record<string, unknown>): string {
  const pairs = Object.entries(params).map(([name, value]) => {
    const suffix = pick(['', '[]', '[0]', '[a][b]', '[', ']', '[][][]'])
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${encodeURIComponent(name.toWellFormed())}${suffix}=${encodeURIComponent(text.toWellFormed())}`
  })
  return pairs.join('&').slice(0, 200_000)
}

function multipartOf(params: Record<string, unknown>): string {
  const parts = Object.entries(params).map(([name, value]) => {
    const file = random() < 0.5 ? `; filename="${pick(['a.png', '../x', '', 'x\u0001'])}"` : ''
    const head = `content-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"${file}`
    return `--x\r\n${head}\r\n\r\n${String(JSON.stringify(value)).slice(0, 5000)}\r\n`
  })
  return `${parts.join('')}--x${pick(['--', '', '\r\n'])}`
}

/** A body of some kind, with the type it claims to be. */
function bodyOf(schema: Schema | undefined): { payload: string | Buffer; type: string } {
  const params = paramsFor(schema)
  switch (Math.floor(random() * 8)) {
    case 0:
      return { payload: formOf(params), type: 'application/x-www-form-urlencoded' }
    case 1:
      return { payload: multipartOf(params), type: 'multipart/form-data; boundary=x' }
    case 2:
      return {
        payload: Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28, 0x00]),
        type: 'application/json',
      }
    case 3:
      return { payload: '['.repeat(100_000), type: 'application/json' }
    case 4:
      return { payload: JSON.stringify(pick(VALUES)) ?? '', type: 'application/json' }
    case 5:
      return { payload: pick(TEXTS), type: pick(['text/plain', 'application/xml', 'a/b; c=', '']) }
    default:
      return { payload: JSON.stringify(params), type: 'application/json; charset=utf-8' }
  }
}

function pathOf(url: string, ids: readonly string[]): string {
  return url.replace(/:(\w+)|\*/g, () => {
    const value = random() < 0.6 ? pick(ids) : pick(TEXTS).slice(0, 900)
    return random() < 0.1 ? '%ff%fe' : encodeURIComponent(value.toWellFormed())
  })
}

async function call(
  server: TestServer,
  user: TestUser | null,
  route: RouteOptions,
  method: string,
  ids: readonly string[],
): Promise<{ response: Response; what: string }> {
  const schema = route.schema as { querystring?: Schema; body?: Schema } | undefined
  const reads = method === 'GET' || method === 'HEAD'
  const query = formOf(paramsFor(reads ? schema?.querystring : schema?.body)).slice(0, 8000)
  const path = `${pathOf(route.url, ids)}${random() < 0.7 ? `?${query}` : ''}`
  const body = reads ? null : bodyOf(schema?.body)
  const response = await server.http.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(user === null ? {} : { authorization: `Bearer ${user.token}` }),
      ...(body === null ? {} : { 'content-type': body.type }),
      ...(random() < 0.1
        ? {
            'idempotency-key': pick(TEXTS)
              .slice(0, 300)
              .replace(/[^\x20-\x7e]/g, '?'),
          }
        : {}),
    },
    ...(body === null ? {} : { payload: body.payload }),
  })
  const sent = body === null ? '' : ` ${body.type} ${body.payload.toString().slice(0, 300)}`
  return {
    response,
    what: `${method} ${path.slice(0, 300)}${sent} → ${response.body.slice(0, 300)}`,
  }
}

test('A36 whatever is sent to any route, the answer is never a server error', async () => {
  await buildPages() // else they say that they are not built yet
  await using server = await startTestServer()
  const user = await server.signUp('fuzzy', { role: 'Owner' })
  const ids = [user.id, user.username, '1', '000000000000000001']

  for (let round = 0; round < ROUNDS; round++) {
    // the owner may have suspended the one before
    const other = await server.signUp(`other${round}`)
    ids.push(other.id, other.username)
    const status = await other.publish(`target ${round}`, {
      poll: { options: ['a', 'b'], expires_in: 3600 },
    })
    const own = await user.publish(`mine ${round} @${other.username}`)
    ids.push(status.id, own.id, status.poll.id)
    for (const route of server.http.routeList) {
      if (/streaming|revoke|sign_out/.test(route.url)) continue
      for (const method of [route.method].flat()) {
        if (method === 'HEAD' || method === 'OPTIONS') continue
        const before = process.threadCpuUsage()
        const asked = round % 4 === 0 ? null : user
        const { response, what } = await call(server, asked, route, method, ids)

        const seed = `round ${round}, seed ${SEED}`
        assert.ok(response.statusCode < 500, `${response.statusCode} in ${seed}: ${what}`)
        const { user: work } = process.threadCpuUsage(before)
        const isDear = work / 1000 >= MOST_WORK
        const slowness = isDear ? (await fastest(ordinaryWork, { runs: 3 })) / ORDINARY : 1
        assert.ok(work / 1000 < MOST_WORK * Math.max(1, slowness), `dear in ${seed}: ${what}`)
      }
    }
  }
  const late = await server.signUp('late')
  const still = await late.get('/api/v1/timelines/home')
  assert.equal(still.statusCode, 200, still.body)
})
