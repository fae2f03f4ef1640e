import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'

const ID_NAMES = /^(id|.*_id|last_read_id)$/
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Calls back for every member of whatever JSON holds. */
function visit(value: unknown, see: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    see(name, member)
    visit(member, see)
  }
}

async function entities() {
  const server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const status = await alice.publish('hello @bob #birds', {
    poll: { options: ['a', 'b'], expires_in: 3600 },
  })
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  await bob.post(`/api/v1/statuses/${status.id}/reblog`)
  await bob.publish('a reply', { in_reply_to_id: status.id })
  const paths = [
    '/api/v1/accounts/verify_credentials',
    '/api/v1/timelines/home',
    '/api/v1/timelines/public',
    '/api/v1/notifications',
    `/api/v1/statuses/${status.id}/context`,
    `/api/v1/accounts/relationships?id[]=${bob.id}`,
    '/api/v2/search?q=birds',
    '/api/v1/apps/verify_credentials',
  ]
  const found: unknown[] = []
  for (const path of paths) {
    const response = await alice.get(path)
    assert.equal(response.statusCode, 200, response.body)
    found.push(response.json())
  }
  return { server, found }
}

test('S-010 every id in JSON is a string of digits, or null', async () => {
  const { server, found } = await entities()
  await using _ = server
  let seen = 0

  visit(found, (name, value) => {
    if (!ID_NAMES.test(name)) return
    seen++
    assert.ok(value === null || typeof value === 'string', `${name}: ${value}`)
  })

  assert.ok(seen > 30)
})

test('S-011 ids sort by creation time, first by length, then as text', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 30; at++) ids.push((await alice.publish(`number ${at}`)).id)

  assert.deepEqual(
    ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)),
    ids,
  )
})

test('S-012 times are RFC 3339 in UTC with three fraction digits, some days are days', async () => {
  const { server, found } = await entities()
  await using _ = server
  let seen = 0

  visit(found, (name, value) => {
    if (!name.endsWith('_at') || value === null) return
    seen++
    if (name === 'last_status_at') assert.match(String(value), /^\d{4}-\d\d-\d\d$/)
    else assert.match(String(value), DATE_TIME, name)
  })
  const account = found[0] as { created_at: string }

  assert.ok(seen > 20)
  assert.match(account.created_at, /T00:00:00\.000Z$/)
})

test('S-074 the version of the instance begins with one that clients can compare', async () => {
  await using server = await startTestServer()

  for (const path of ['/api/v1/instance', '/api/v2/instance']) {
    const response = await server.anonymous.get(path)
    assert.equal(response.statusCode, 200)
    assert.match(response.json().version, /^\d+\.\d+\.\d+ \(compatible; Rookery \d+\.\d+\.\d+\)$/)
  }
})
