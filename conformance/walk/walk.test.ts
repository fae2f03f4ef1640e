import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createClient } from '../http/client.ts'
import { createOracle } from '../oracle/oracle.ts'
import type { Person, World } from '../people/world.ts'
import type { SurfaceRow } from '../spec/surface.ts'
import { serve } from './example.ts'
import { checkPages } from './pages.ts'
import { row } from './row.ts'
import { type RowResult, walkAll } from './run.ts'
import type { Walk } from './walk.ts'

const PATH = '/api/v1/things/:id/stories'
const IDS = ['105', '104', '103', '102', '101']
const SCOPES: Record<string, string> = { exact: 'read:accounts', useless: 'push', app: 'read' }

const ROW: SurfaceRow = {
  operation: `GET ${PATH}`,
  method: 'GET',
  path: PATH,
  auth: 'user',
  permissions: [],
  scopes: 'read:accounts',
  success: '200 StatusSource[]',
  pagination: 'link max_id,since_id,min_id',
  group: 'things',
}

/** Faults that the small server can have. */
const FAULTS: Record<string, RegExp> = {
  'no token is needed': /S-023 no token/,
  'no challenge': /WWW-Authenticate/,
  'any scope will do': /S-024/,
  'applications may ask': /S-025/,
  'errors are empty': /S-016/,
  'unknown ids are served': /nobody's/,
  'suffixes are served': /S-008/,
  'slashes are not served': /trailing slash/,
  'no CORS': /S-020/,
  'an attribute is missing': /success: StatusSource/,
  'ids are numbers': /success: StatusSource/,
  'pages may be kept': /S-018/,
  'no links': /S-038 next/,
  'links lose the limit': /S-037/,
  'prev is since_id': /S-039/,
  'min_id gives the newest': /page before/,
  'always a next page': /S-038 next at the end/,
}

test('a server that is right passes, and each fault is found by the claim that is about it', async () => {
  const right = await walkSmallServer('none')
  assert.deepEqual(
    right.claims.filter(({ holds }) => !holds),
    [],
  )
  assert.equal(right.state, 'pass')

  for (const [fault, claim] of Object.entries(FAULTS)) {
    const { state, claims } = await walkSmallServer(fault)
    const failed = claims.filter(({ holds }) => !holds).map(({ what }) => what)
    assert.equal(state, 'fail', fault)
    assert.ok(
      failed.some((what) => claim.test(what)),
      `${fault}: ${failed.join(', ')}`,
    )
  }
})

async function walkSmallServer(fault: string): Promise<RowResult> {
  const server = createServer((request, response) => answer(request, response, fault))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const as = (token: string) => createClient(base, token)
  const alice = {
    ...as('exact'),
    limited: async (scope: string) => as(scope === 'push' ? 'useless' : 'exact'),
  }
  const world = {
    base,
    alice: alice as Person,
    anonymous: createClient(base, null),
    app: as('app'),
    revoked: as('revoked'),
  } as World
  const check = row('GET', PATH, async (walk) => {
    const params = { id: '1' }
    await serve(walk, { params })
    await checkPages(walk, { as: walk.alice, params, ids: IDS })
  })
  const [result] = await walkAll({
    surface: [ROW],
    operations: [check],
    notYet: { operations: new Map(), numbers: new Map() },
    world,
    oracle: await createOracle(null, 1),
  })
  server.close()
  server.closeAllConnections()
  return result!
}

function answer(request: IncomingMessage, response: ServerResponse, fault: string): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    if (fault !== 'no CORS') response.setHeader('access-control-allow-origin', '*')
    response.setHeader(
      'access-control-expose-headers',
      'Link, Mastodon-Async-Refresh, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id',
    )
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': '1',
      vary: 'Authorization',
      'cache-control': fault === 'pages may be kept' ? 'public' : 'private, no-store',
      ...(status === 401 && fault !== 'no challenge' ? { 'www-authenticate': 'Bearer' } : {}),
      ...headers,
    })
    response.end(JSON.stringify(status >= 400 && fault === 'errors are empty' ? {} : body))
  }
  const status = refusal(request, url, fault)
  const { items, link } = page(url, fault)
  if (status !== 200) send(status, { error: 'no' })
  else send(200, items, link === '' || fault === 'no links' ? {} : { link })
}

function refusal({ headers }: IncomingMessage, { pathname }: URL, fault: string): number {
  const slash = fault !== 'slashes are not served' && pathname.endsWith('/')
  const path = slash ? pathname.slice(0, -1) : pathname
  const suffix = path.endsWith('.json') && fault !== 'suffixes are served'
  const [, id] = /^\/api\/v1\/things\/(\w+)\/stories(\.json)?$/.exec(path) ?? []
  if (id === undefined || suffix) return 404
  const token = headers.authorization?.replace('Bearer ', '')
  const known = token !== undefined && SCOPES[token] !== undefined
  if (!known) return fault === 'no token is needed' && token === undefined ? 200 : 401
  if (SCOPES[token] === 'push' && fault !== 'any scope will do') return 403
  if (token === 'app' && fault !== 'applications may ask') return 422
  return id === '1' || fault === 'unknown ids are served' ? 200 : 404
}

function page(url: URL, fault: string) {
  const limit = Math.abs(Number(url.searchParams.get('limit') ?? 20))
  const max = Number(url.searchParams.get('max_id')) || Infinity
  const min = Number(url.searchParams.get('min_id')) || 0
  const between = IDS.filter((id) => Number(id) < max && Number(id) > min)
  const nearest = min > 0 && fault !== 'min_id gives the newest' ? between.slice(-limit) : null
  const ids = nearest ?? between.slice(0, limit)
  const items = ids.map((id) => ({
    id: fault === 'ids are numbers' ? Number(id) : id,
    text: '',
    ...(fault === 'an attribute is missing' ? {} : { spoiler_text: '' }),
  }))
  if (ids.length === 0) return { items, link: '' }
  const to = (cursor: string, id?: string) => {
    const size = fault === 'links lose the limit' ? '' : `&limit=${limit}`
    return `<${url.origin}${url.pathname}?${cursor}=${id}${size}>`
  }
  const full = ids.length >= limit || fault === 'always a next page'
  const next = full ? [`${to('max_id', ids.at(-1))}; rel="next"`] : []
  const prev = fault === 'prev is since_id' ? 'since_id' : 'min_id'
  return { items, link: [...next, `${to(prev, ids[0])}; rel="prev"`].join(', ') }
}

test('pages must be turned, unless what they hold was left out', async () => {
  const stateOf = async (check: (walk: Walk) => Promise<void>) => {
    const [result] = await walkAll({
      surface: [ROW],
      operations: [row('GET', PATH, check)],
      notYet: { operations: new Map(), numbers: new Map() },
      world: {} as World,
      oracle: await createOracle(null, 1),
    })
    return result?.state
  }

  assert.equal(await stateOf(async () => {}), 'fail')
  assert.equal(await stateOf(async (walk) => walk.leaveOut('what others send')), 'unseen')
})
