import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countQueries } from '../support/count-queries.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LIST = '/api/v1/notifications/requests'
const POLICY = '/api/v2/notifications/policy'

/** alice keeps strangers back; each of the others mentioned her. */
async function requested(server: TestServer, ...names: string[]) {
  const alice = await server.signUp('alice')
  await alice.patch(POLICY, { for_not_following: 'filter' })
  const others: TestUser[] = []
  for (const name of names) {
    const user = await server.signUp(name)
    await user.publish('@alice hello')
    others.push(user)
  }
  return { alice, others }
}

const senders = async (user: TestUser, query = '') =>
  (await user.get(`${LIST}${query}`))
    .json()
    .map((one: { account: { username: string } }) => one.account.username)

const shown = async (user: TestUser) =>
  (await user.get('/api/v1/notifications')).json().map((one: { type: string }) => one.type)

test('S-259 one request for each sender, with what was written last', async () => {
  await using server = await startTestServer()
  const { alice, others } = await requested(server, 'bob', 'carol')
  const [bob] = others as [TestUser]
  const second = await bob.publish('@alice again')
  const favoured = await alice.publish('hi')
  await bob.post(`/api/v1/statuses/${favoured.id}/favourite`)

  const response = await alice.get(LIST)

  assert.equal(response.statusCode, 200, response.body)
  const [ofCarol, ofBob] = response.json()
  assert.equal(ofCarol.account.username, 'carol')
  assert.deepEqual(Object.keys(ofBob).sort(), [
    'account',
    'created_at',
    'id',
    'last_status',
    'notifications_count',
    'updated_at',
  ])
  assert.partialDeepStrictEqual(ofBob, {
    notifications_count: '2',
    last_status: { id: second.id },
    account: { id: bob.id },
  })
  assert.deepEqual((await alice.get(`${LIST}/${ofBob.id}`)).json(), ofBob)
  for (const id of [ofBob.id, '7', 'x']) {
    for (const attempt of [
      bob.get(`${LIST}/${id}`),
      bob.post(`${LIST}/${id}/accept`),
      bob.post(`${LIST}/${id}/dismiss`),
    ]) {
      assert.equal((await attempt).statusCode, 404)
    }
  }
  assert.deepEqual((await alice.get(POLICY)).json().summary, {
    pending_requests_count: 2,
    pending_notifications_count: 3,
  })
})

test('S-039 pages of requests; as many queries for many', async () => {
  await using server = await startTestServer()
  const { alice } = await requested(server, 'bob', 'carol', 'dave')

  const page = await alice.get(`${LIST}?limit=2`)
  const { next, prev } = linksOf(page)

  assert.deepEqual(await senders(alice, '?limit=2'), ['dave', 'carol'])
  const last = await alice.get(next!)
  assert.deepEqual(
    last.json().map((one: { account: { username: string } }) => one.account.username),
    ['bob'],
  )
  assert.deepEqual((await alice.get(linksOf(last).next!)).json(), [])
  assert.match(prev!, /min_id=/)
  assert.deepEqual((await alice.get(prev!)).json(), [])
  const cost = (query: string) => countQueries(server, () => alice.get(LIST + query))
  assert.equal(await cost('?limit=3'), await cost('?limit=1'))
})

test('S-259 an accepted sender is told of from then on, and what waited comes to the others', async () => {
  await using server = await startTestServer()
  const { alice, others } = await requested(server, 'bob', 'carol')
  const [bob] = others as [TestUser]
  const address = await server.listen()
  const socket = await openSocket(address, { token: alice.token, query: { stream: 'user' } })
  const narrow = await openSocket(address, {
    token: (await server.tokenFor(alice, 'read:statuses')).token,
    query: { stream: 'user' },
  })
  const [, { id }] = (await alice.get(LIST)).json()

  const accepted = await alice.post(`${LIST}/${id}/accept`)
  assert.deepEqual([accepted.statusCode, accepted.json()], [200, {}])
  const merging = (await alice.get(`${LIST}/merged`)).json()
  await server.settle()

  assert.deepEqual(merging, { merged: false })
  assert.deepEqual((await alice.get(`${LIST}/merged`)).json(), { merged: true })
  const { event, payload, stream } = await socket.next()
  assert.deepEqual([event, payload, stream], ['notifications_merged', '1', ['user']])
  await narrow.settle()
  assert.deepEqual(await shown(alice), ['mention'])
  assert.deepEqual(await senders(alice), ['carol'])
  await bob.publish('@alice more')
  assert.deepEqual(await shown(alice), ['mention', 'mention'])
  assert.equal((await socket.nextPayload('notification')).type, 'mention')
  assert.equal((await alice.post(`${LIST}/${id}/accept`)).statusCode, 404)
})

test('S-259 dismissing removes what waits; the next one asks anew', async () => {
  await using server = await startTestServer()
  const { alice, others } = await requested(server, 'bob', 'carol', 'dave')
  const [bob, carol] = others as [TestUser, TestUser]
  const [, , { id }] = (await alice.get(LIST)).json()

  assert.deepEqual((await alice.post(`${LIST}/${id}/dismiss`)).json(), {})

  assert.deepEqual(await senders(alice), ['dave', 'carol'])
  const left = (await alice.get(`/api/v1/notifications?account_id=${bob.id}`)).json()
  assert.deepEqual(left, [])
  await bob.publish('@alice me again')
  assert.deepEqual(await senders(alice), ['bob', 'dave', 'carol'])
  await alice.post(`/api/v1/accounts/${carol.id}/block`)
  assert.deepEqual(await senders(alice), ['bob', 'dave'], 'a block settles it')
})

test('S-259 several at once; unknown ids and those of others count for nothing', async () => {
  await using server = await startTestServer()
  const { alice, others } = await requested(server, 'bob', 'carol', 'dave')
  const [bob] = others as [TestUser]
  const ids = (await alice.get(LIST)).json().map((one: { id: string }) => one.id)

  assert.equal((await bob.post(`${LIST}/accept`, { id: ids })).statusCode, 200)
  for (const nothing of [{}, { id: [] }, { id: null }, 'id[]=']) {
    for (const decision of ['accept', 'dismiss']) {
      const answer = await alice.post(
        `${LIST}/${decision}`,
        nothing,
        typeof nothing === 'string' ? FORM : {},
      )
      assert.deepEqual([answer.statusCode, answer.json()], [200, {}], 'S-554')
    }
  }
  assert.equal((await alice.get(LIST)).json().length, 3)
  const accepted = await alice.post(`${LIST}/accept`, { id: [ids[0], ids[1], '7', 'x'] })
  assert.deepEqual([accepted.statusCode, accepted.json()], [200, {}])
  const dismissed = await alice.post(`${LIST}/dismiss`, { id: [ids[2]] })
  assert.deepEqual([dismissed.statusCode, dismissed.json()], [200, {}])
  await server.settle()

  assert.deepEqual((await alice.get(LIST)).json(), [])
  assert.deepEqual(await shown(alice), ['mention', 'mention'])
  assert.deepEqual((await alice.get(POLICY)).json().summary, {
    pending_requests_count: 0,
    pending_notifications_count: 0,
  })
})
