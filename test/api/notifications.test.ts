import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/notifications'

const types = (response: Response) => response.json().map((one: { type: string }) => one.type)
const ids = (response: Response) => response.json().map((one: { id: string }) => one.id)

/** bob follows alice, then favourites, then names her. */
async function threeNotifications(server: TestServer) {
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const status = await alice.publish('hello')
  await bob.follow(alice)
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  const reply = await bob.publish('@alice hello', { in_reply_to_id: status.id })
  return { alice, bob, status, reply }
}

test('S-137 a notification carries its account, and the status where it is about one', async () => {
  await using server = await startTestServer()
  const { alice, bob, status, reply } = await threeNotifications(server)

  const response = await alice.get(PATH)

  assert.equal(response.statusCode, 200, response.body)
  const [mention, favourite, follow] = response.json()
  const keys = ['account', 'created_at', 'group_key', 'id', 'type']
  assert.deepEqual(Object.keys(follow).sort(), keys)
  assert.deepEqual(Object.keys(mention).sort(), [...keys, 'status'].sort())
  for (const one of [mention, favourite, follow]) {
    assert.equal(one.account.id, bob.id)
    assert.match(one.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  assert.partialDeepStrictEqual(mention, { type: 'mention', status: { id: reply.id } })
  assert.partialDeepStrictEqual(favourite, {
    type: 'favourite',
    status: { id: status.id, favourited: false },
  })
  assert.equal(follow.type, 'follow')
})

test('S-139 group keys', async () => {
  await using server = await startTestServer()
  const { alice, status } = await threeNotifications(server)
  const carol = await server.signUp('carol')
  server.clock.now += 11 * 3_600_000
  await carol.post(`/api/v1/statuses/${status.id}/favourite`)
  const dave = await server.signUp('dave')
  server.clock.now += 2 * 3_600_000
  await dave.post(`/api/v1/statuses/${status.id}/favourite`)

  const [third, second, mention, first, follow] = (await alice.get(PATH)).json()

  assert.equal(mention.group_key, `ungrouped-${mention.id}`)
  assert.match(follow.group_key, /^follow-\d+$/)
  assert.match(first.group_key, new RegExp(`^favourite-${status.id}-\\d+$`))
  assert.equal(second.group_key, first.group_key)
  assert.notEqual(third.group_key, first.group_key)
})

test('S-250 types and exclude_types; unknown names count for nothing', async () => {
  await using server = await startTestServer()
  const { alice } = await threeNotifications(server)

  for (const [query, expected] of [
    ['types[]=mention', ['mention']],
    ['types=mention', ['mention']],
    ['types[]=mention&types[]=follow&types[]=no_such', ['mention', 'follow']],
    ['types[]=no_such', []],
    ['exclude_types[]=mention&exclude_types[]=no_such', ['favourite', 'follow']],
    ['types[]=mention&types[]=follow&exclude_types[]=follow', ['mention']],
    ['', ['mention', 'favourite', 'follow']],
  ] as const) {
    const response = await alice.get(`${PATH}?${query}`)
    assert.equal(response.statusCode, 200, query)
    assert.deepEqual(types(response), expected, query)
  }
})

test('S-251 S-252 account_id asks for one sender, filtered ones included', async () => {
  await using server = await startTestServer()
  const { alice, bob } = await threeNotifications(server)
  const carol = await server.signUp('carol')
  await carol.follow(alice)
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('notification')
      .set({ filtered: true })
      .where('type', '=', 'favourite')
      .execute()
  })

  const fromBob = await alice.get(`${PATH}?account_id=${bob.id}`)

  assert.deepEqual(types(fromBob), ['mention', 'favourite', 'follow'])
  assert.equal(fromBob.json()[1].filtered, true)
  assert.equal('filtered' in fromBob.json()[0], false)
  assert.deepEqual(types(await alice.get(PATH)), ['follow', 'mention', 'follow'])
  const all = await alice.get(`${PATH}?include_filtered=true`)
  assert.deepEqual(types(all), ['follow', 'mention', 'favourite', 'follow'])
  for (const id of ['7', 'nobody', alice.id]) {
    assert.deepEqual((await alice.get(`${PATH}?account_id=${id}`)).json(), [])
  }
})

test('S-252 what suspended accounts did is hidden', async () => {
  await using server = await startTestServer()
  const { alice, bob } = await threeNotifications(server)
  const [{ id }] = (await alice.get(PATH)).json()

  await setAccount(server, bob, { suspended_at: 1 })

  assert.deepEqual((await alice.get(PATH)).json(), [])
  assert.equal((await alice.get(`${PATH}/${id}`)).statusCode, 404)
  assert.deepEqual((await alice.get(`${PATH}/unread_count`)).json(), { count: 0 })
})

test('S-038 S-039 S-040 pages of notifications; both links on each page that has any', async () => {
  await using server = await startTestServer()
  const { alice } = await threeNotifications(server)
  const [third, second, first] = ids(await alice.get(PATH))

  const page = await alice.get(`${PATH}?limit=2&exclude_types[]=poll`)
  const last = await alice.get(`${PATH}?limit=2&max_id=${second}`)
  const after = await alice.get(`${PATH}?limit=1&min_id=${first}`)
  const since = await alice.get(`${PATH}?limit=1&since_id=${first}`)
  const between = await alice.get(`${PATH}?min_id=${first}&max_id=${third}`)
  const none = await alice.get(`${PATH}?max_id=${first}`)

  assert.deepEqual(ids(page), [third, second])
  const links = decodeURIComponent(String(page.headers.link)).split(', ')
  assert.deepEqual(links, [
    `<https://rookery.test${PATH}?limit=2&exclude_types[]=poll&max_id=${second}>; rel="next"`,
    `<https://rookery.test${PATH}?limit=2&exclude_types[]=poll&min_id=${third}>; rel="prev"`,
  ])
  assert.deepEqual(ids(last), [first])
  assert.match(String(last.headers.link), /max_id=.*rel="next".*min_id=.*rel="prev"/)
  assert.deepEqual(ids(after), [second])
  assert.deepEqual(ids(since), [third])
  assert.deepEqual(ids(between), [second])
  assert.deepEqual(none.json(), [])
  assert.equal(none.headers.link, undefined)
})

test('S-254 one is shown or dismissed by its owner only; clear removes all', async () => {
  await using server = await startTestServer()
  const { alice, bob } = await threeNotifications(server)
  const [third, second] = ids(await alice.get(PATH))

  for (const id of [third, '7', 'x']) {
    assert.equal((await bob.get(`${PATH}/${id}`)).statusCode, 404)
    assert.equal((await bob.post(`${PATH}/${id}/dismiss`)).statusCode, 404)
  }
  assert.equal((await alice.get(`${PATH}/${third}`)).json().id, third)
  const dismissed = await alice.post(`${PATH}/${third}/dismiss`)
  const again = await alice.post(`${PATH}/${third}/dismiss`)
  const left = ids(await alice.get(PATH))
  const cleared = await alice.post(`${PATH}/clear`)

  assert.deepEqual([dismissed.statusCode, dismissed.json()], [200, {}])
  assert.equal(again.statusCode, 404)
  assert.equal(left[0], second)
  assert.deepEqual([cleared.statusCode, cleared.json()], [200, {}])
  assert.deepEqual((await alice.get(PATH)).json(), [])
  assert.deepEqual((await alice.post(`${PATH}/clear`)).json(), {})
})

test('S-254 clear removes more than one transaction does', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await server.app.transact(async (tx) => {
    const rows = Array.from({ length: 1100 }, () => {
      const id = tx.newShortId()
      const about = { account_id: alice.id, from_account_id: bob.id, status_id: null }
      const kind = { type: 'follow' as const, group_key: `ungrouped-${id}`, filtered: false }
      return { id, ...about, ...kind, created_at: tx.now }
    })
    await tx.db.insertInto('notification').values(rows).execute()
  })
  const count = async (limit: string) => (await alice.get(`${PATH}/unread_count${limit}`)).json()

  assert.deepEqual(await count(''), { count: 100 })
  assert.deepEqual(await count('?limit=5000'), { count: 1000 })
  assert.equal((await alice.post(`${PATH}/clear`)).statusCode, 200)
  assert.deepEqual(await count(''), { count: 0 })
})

test('S-255 unread are those after the marker', async () => {
  await using server = await startTestServer()
  const { alice, bob } = await threeNotifications(server)
  const [third, second] = ids(await alice.get(PATH))
  const count = async (query = '') => (await alice.get(`${PATH}/unread_count${query}`)).json().count

  assert.equal(await count(), 3)
  assert.equal(await count('?limit=2'), 2)
  assert.equal(await count('?types[]=follow'), 1)
  await alice.post('/api/v1/markers', { notifications: { last_read_id: second } })
  assert.equal(await count(), 1)
  assert.equal(await count('?exclude_types[]=mention'), 0)
  await alice.post('/api/v1/markers', { notifications: { last_read_id: third } })
  assert.equal(await count(), 0)
  assert.equal((await bob.get(`${PATH}/unread_count`)).json().count, 0)
})

test('one whose status the viewer may not see any more is left out', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob: TestUser = await server.signUp('bob')
  await bob.publish('@alice hello')
  await bob.follow(alice)

  await bob.post(`/api/v1/accounts/${alice.id}/block`)
  const response = await alice.get(PATH)

  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), [])
})
