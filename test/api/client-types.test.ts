import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSuccess } from '../../conformance/oracle/success.ts'
import { readSurface } from '../../conformance/spec/surface.ts'
import { entities } from '../../src/features/reference/entities/all.ts'
import { clientProblems, readClientDifferences, readDemands } from '../support/client-types.ts'
import { assertEntity } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'

/** Every list and document that needs no id, from the specification: `GET /api/v1/blocks` and its like. */
async function documents() {
  const knows = (name: string) => name in entities
  const rows = (await readSurface()).filter(({ method, path, auth }) => {
    return method === 'GET' && /^\/api\/v\d/.test(path) && !path.includes(':') && auth !== 'admin'
  })
  return rows.flatMap(({ path, success }) => {
    const { entity, list, statuses } = readSuccess(success, knows)
    if (entity === null || !statuses.includes(200) || entity === 'String') return []
    return [{ path, entity: list ? `${entity}[]` : entity }]
  })
}

/** Required parameters; operations that need more than that have tests of their own. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v2/search': '?q=a',
  '/api/v1/accounts/search': '?q=a',
  '/api/v1/accounts/lookup': '?acct=',
  '/api/v1/domain_blocks/preview': '?domain=elsewhere.example',
}

/** Asks for everything as a person sees it, and holds it against the strictest client. */
async function readEverything(reader: TestUser): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  for (const { path, entity } of await documents()) {
    const own = path.endsWith('/lookup') ? reader.username : ''
    const { statusCode, body } = await reader.get(path + (QUERIES[path] ?? '') + own)
    if (statusCode === 400 || statusCode === 404) continue
    assert.equal(statusCode, 200, `${path}: ${body}`)
    const value = JSON.parse(body)
    if (entity === '{}') continue
    assertEntity(entity, value)
    seen.set(entity, (seen.get(entity) ?? 0) + (Array.isArray(value) ? value.length : 1))
  }
  return seen
}

test('the strictest client decodes everything that somebody sees on a full server', async () => {
  await using server = await startTestServer()
  const { ada, threadId } = await seedShowcase(server, 0.1)

  const seen = await readEverything(ada)
  for (const [path, entity] of [
    [`/api/v1/statuses/${threadId}`, 'Status'],
    [`/api/v1/statuses/${threadId}/context`, 'Context'],
    [`/api/v1/statuses/${threadId}/history`, 'StatusEdit[]'],
    [`/api/v1/statuses/${threadId}/source`, 'StatusSource'],
    [`/api/v1/accounts/${ada.id}`, 'Account'],
    [`/api/v1/accounts/${ada.id}/statuses`, 'Status[]'],
    [`/api/v1/accounts/${ada.id}/followers`, 'Account[]'],
    [`/api/v1/accounts/${ada.id}/featured_tags`, 'FeaturedTag[]'],
    [`/api/v1/accounts/relationships?id[]=${ada.id}`, 'Relationship[]'],
  ] as const) {
    const response = await ada.get(path)
    assert.equal(response.statusCode, 200, response.body)
    assertEntity(entity, response.json())
  }

  for (const entity of ['Status[]', 'Notification[]', 'Instance', 'CustomEmoji[]']) {
    assert.ok((seen.get(entity) ?? 0) > 0, `no ${entity} was seen`)
  }
})

test('the strictest client decodes everything that a newcomer sees on an empty server', async () => {
  await using server = await startTestServer()
  const newcomer = await server.signUp('newcomer')
  await newcomer.publish('first')

  const seen = await readEverything(newcomer)

  assert.ok(seen.size > 25, [...seen.keys()].join(', '))
})

test('a missing, null or mistyped member is a problem, and every difference has its reason', async () => {
  const demands = await readDemands()
  const whole = { id: '1', name: 'a', url: 'https://a.example/', history: [] }

  assert.deepEqual(clientProblems(demands, 'Tag', whole), [])
  assert.deepEqual(clientProblems(demands, 'Tag', { ...whole, name: undefined }), [
    'Tag name missing',
  ])
  assert.deepEqual(clientProblems(demands, 'Tag', { ...whole, name: null }), ['Tag name null'])
  assert.deepEqual(clientProblems(demands, 'Tag', { ...whole, name: 7 }), ['Tag name is no text'])
  const large = { id: 2 ** 31, endpoint: 'x', server_key: '', alerts: {}, standard: true }
  assert.ok(
    clientProblems(demands, 'WebPushSubscription', large).some((one) => /id is no/.test(one)),
  )
  assert.ok((await readClientDifferences()).size > 0)
})
