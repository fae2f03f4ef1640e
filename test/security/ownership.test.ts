import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessOf } from '../../src/kernel/http/route-access.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { makeThings, OWNED, type OwnedThings, SHARED } from './owned-things.ts'

/** Says nobody instead of 404, as Mastodon does. */
const EMPTY_LIST = 'GET /api/v2/notifications/:group_key/accounts'
/** Only of what everybody may see, so its owner gets nothing either. */
const EMBED = '/api/web/embeds/:id'
const UNKNOWN = '999999999999999999'
/** Request bodies of the routes that need more than their parameters. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/v2/filters/:filter_id/keywords': { keyword: 'x' },
  'POST /api/v2/filters/:filter_id/keywords/:id': { keyword: 'x' },
  'PUT /api/v2/filters/keywords/:id': { keyword: 'x' },
  'PUT /api/v1/filters/keywords/:id': { keyword: 'x' },
  'PUT /api/v1/filters/:id': { phrase: 'x', context: ['home'] },
  'PUT /api/v2/filters/:id': { title: 'x', context: ['home'] },
  'POST /api/v2/filters/:filter_id/statuses': { status_id: UNKNOWN },
  'PUT /api/v1/statuses/:id': { status: 'x' },
  'PUT /api/v1/statuses/:id/interaction_policy': { quote_approval_policy: 'nobody' },
  'PUT /api/v1/scheduled_statuses/:id': { scheduled_at: '2100-01-01T00:00:00Z' },
  'PUT /api/rookery/v1/scheduled_threads/:id': {
    posts: [{ status: 'x' }],
    scheduled_at: '2100-01-01T00:00:00Z',
  },
  'PUT /api/rookery/v1/drafts/:id': { posts: [{ text: 'x' }] },
  'PUT /api/v1/lists/:id': { title: 'x' },
  'POST /api/v1/lists/:id/accounts': { account_ids: [UNKNOWN] },
  'DELETE /api/v1/lists/:id/accounts': { account_ids: [UNKNOWN] },
  'POST /api/v1/polls/:id/votes': { choices: [0] },
  'POST /api/rookery/v1/strikes/:id/appeal': { text: 'x' },
}

interface OwnedRoute {
  method: string
  url: string
  /** what its parameter names */
  thing: keyof OwnedThings
  parameter: string
}

/** Every route of the API with something in its path that belongs to somebody: none can be forgotten. */
function ownedRoutes(server: TestServer): OwnedRoute[] {
  return server.http.routeList.flatMap(({ method, url, config = {} }) => {
    const [name = ''] = [method].flat()
    const access = accessOf(name, url, config)
    if (name === 'HEAD' || access === null || !url.startsWith('/api/') || !url.includes('/:'))
      return []
    // what the staff sees belongs to nobody: see admin-matrix.test.ts
    if (access.admin) return []
    if (SHARED.some((pattern) => pattern.test(`${name} ${url}`))) return []
    const owned = OWNED.find(([pattern]) => pattern.test(url))
    assert.ok(owned, `nobody said to whom belongs what ${name} ${url} names`)
    const [pattern, thing] = owned
    const [, parameter = ''] = pattern.exec(url) ?? []
    return [{ method: name, url, thing, parameter }]
  })
}

/** The response without date and request id; two responses may only differ in the ids that the caller sent. */
async function ask(user: TestUser, route: OwnedRoute, id: string) {
  const path = route.url
    .replace(`:${route.parameter}`, encodeURIComponent(id))
    .replace(':emoji', encodeURIComponent('👍'))
    .replace(/:\w+/g, UNKNOWN)
  const body = BODIES[`${route.method} ${route.url}`]
  const { statusCode, body: text, headers } = await user.send(route.method, path, body)
  const { date: _, 'x-request-id': __, ...others } = headers
  return { statusCode, body: text, headers: others }
}

test('A51, A52: what belongs to somebody else answers like what does not exist', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  const things = await makeThings(server, alice)
  const routes = ownedRoutes(server)
  assert.ok(routes.length > 60)
  const wrong: string[] = []

  for (const route of routes) {
    const owned = await ask(mallory, route, things[route.thing])
    const unknown = await ask(mallory, route, route.thing === 'group' ? 'favourite-1-1' : UNKNOWN)
    const name = `${route.method} ${route.url}`
    const missing = name === EMPTY_LIST ? unknown.body === '[]' : unknown.statusCode === 404
    if (!missing) wrong.push(`${name}: ${unknown.statusCode} ${unknown.body}`)
    else if (JSON.stringify(owned) !== JSON.stringify(unknown)) {
      wrong.push(
        `${name}: ${owned.statusCode} ${owned.body}, but ${unknown.body} for an unknown id`,
      )
    }
  }

  assert.deepEqual(wrong, [])
})

test('A51: what belongs to somebody is still theirs after others tried to take it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  const things = await makeThings(server, alice)
  const reads = ownedRoutes(server).filter(
    ({ method, url, parameter }) =>
      method === 'GET' && url.endsWith(`/:${parameter}`) && url !== EMBED,
  )
  const seen = async () => {
    const answers = reads.map((route) => ask(alice, route, things[route.thing]))
    return (await Promise.all(answers)).map(({ statusCode, body }) => ({ statusCode, body }))
  }
  const before = await seen()
  for (const { statusCode } of before) assert.equal(statusCode, 200)

  for (const route of ownedRoutes(server)) await ask(mallory, route, things[route.thing])

  assert.deepEqual(await seen(), before)
})
