import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, type TestUser } from '../support/server.ts'

async function quote(user: TestUser, id: string, more: Record<string, unknown> = {}) {
  return user.post('/api/v1/statuses', { status: 'look', quoted_status_id: id, ...more })
}

const read = async (user: TestUser, id: string) => (await user.get(`/api/v1/statuses/${id}`)).json()

test('S-336 a quote shows what it quotes, counts, and tells its author', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const original = await alice.publish('words of wisdom')

  const response = await quote(bob, original.id)
  const after = await read(alice, original.id)
  const quotes = await alice.get(`/api/v1/statuses/${original.id}/quotes`)
  const anonymous = await server.anonymous.get(`/api/v1/statuses/${original.id}/quotes`)
  const notifications = (await alice.get('/api/v1/notifications')).json()

  assert.equal(anonymous.statusCode, 401)
  assert.equal(response.statusCode, 200, response.body)
  const quoting = response.json()
  assert.equal(quoting.quote.state, 'accepted')
  assert.equal(quoting.quote.quoted_status.id, original.id)
  assert.match(
    quoting.content,
    /^<p class="quote-inline">RE: <a href="https:\/\/rookery\.test\/@alice\//,
  )
  assert.deepEqual(original.quote_approval, {
    automatic: ['public'],
    manual: [],
    current_user: 'automatic',
  })
  assert.equal(after.quotes_count, 1)
  assert.deepEqual(
    quotes.json().map((one: { id: string }) => one.id),
    [quoting.id],
  )
  assert.deepEqual(
    notifications.map((one: { type: string; status: { id: string } }) => [one.type, one.status.id]),
    [['quote', quoting.id]],
  )
})

test('S-336 what its author lets nobody quote cannot be quoted by others', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const fan = await server.signUp('fan')
  await fan.follow(alice)
  const closed = await alice.publish('mine', { quote_approval_policy: 'nobody' })
  const forFans = await alice.publish('ours', { quote_approval_policy: 'followers' })
  const secret = await alice.publish('psst', { visibility: 'private' })
  const direct = await alice.publish(`@${fan.username} psst`, { visibility: 'direct' })

  assert.equal((await quote(bob, closed.id)).statusCode, 404)
  assert.equal((await quote(alice, closed.id)).statusCode, 200)
  assert.equal((await quote(bob, forFans.id)).statusCode, 404)
  assert.equal((await quote(fan, forFans.id)).statusCode, 200)
  assert.equal((await quote(fan, secret.id)).statusCode, 404)
  assert.equal((await quote(bob, '123')).statusCode, 404)
  assert.equal((await quote(bob, closed.id, { quote_approval_policy: 'some' })).statusCode, 422)
  assert.equal((await read(bob, forFans.id)).quote_approval.current_user, 'denied')
  assert.equal((await read(fan, forFans.id)).quote_approval.current_user, 'automatic')
  for (const { id } of [secret, direct]) {
    const denied = { automatic: [], manual: [], current_user: 'denied' }
    assert.deepEqual((await read(fan, id)).quote_approval, denied)
  }
})

test('a quote of an own private post is private too', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const secret = await alice.publish('psst', { visibility: 'private' })

  const response = await quote(alice, secret.id, { visibility: 'public' })

  assert.equal(response.json().visibility, 'private')
})

test('consent can be taken back, by the author only', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const original = await alice.publish('words')
  const { id } = (await quote(bob, original.id)).json()
  const revoke = (user: TestUser) =>
    user.post(`/api/v1/statuses/${original.id}/quotes/${id}/revoke`)

  assert.equal((await revoke(bob)).statusCode, 404)
  const response = await revoke(alice)

  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.json().quote, { state: 'revoked', quoted_status: null })
  assert.equal((await read(alice, original.id)).quotes_count, 0)
  assert.deepEqual((await alice.get(`/api/v1/statuses/${original.id}/quotes`)).json(), [])
})

test('S-336 the states of a quote follow what happens to what is quoted and to whom one meets', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const original = await alice.publish('words')
  const { id } = (await quote(bob, original.id)).json()
  const stateFor = async (user: TestUser) => (await read(user, id)).quote.state

  await carol.post(`/api/v1/accounts/${alice.id}/mute`)
  assert.equal(await stateFor(carol), 'muted_account')
  await carol.post(`/api/v1/accounts/${alice.id}/block`)
  assert.equal(await stateFor(carol), 'blocked_account')
  await alice.post(`/api/v1/accounts/${carol.id}/block`)
  assert.equal(await stateFor(carol), 'unauthorized')
  await alice.delete(`/api/v1/statuses/${original.id}`)
  assert.equal(await stateFor(bob), 'deleted')
})

test('S-336 a quote within a quote is only named', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const first = await alice.publish('first')
  const second = (await quote(alice, first.id)).json()

  const third = (await quote(alice, second.id)).json()

  assert.deepEqual(third.quote.quoted_status.quote, {
    state: 'accepted',
    quoted_status_id: first.id,
  })
})

test('S-138 an edit of what was quoted tells those who quoted it, by their own quote', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const original = await alice.publish('words')
  const quoting = (await quote(bob, original.id)).json()

  await alice.put(`/api/v1/statuses/${original.id}`, { status: 'other words' })
  const edited = await bob.put(`/api/v1/statuses/${quoting.id}`, { status: 'see' })
  const notifications = (await bob.get('/api/v1/notifications')).json()

  assert.deepEqual(
    notifications.map((one: { type: string; status: { id: string } }) => [one.type, one.status.id]),
    [['quoted_update', quoting.id]],
  )
  assert.match(edited.json().content, /^<p class="quote-inline">/)
})

test('the policy of a post that is there can be changed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const original = await alice.publish('words')
  const path = `/api/v1/statuses/${original.id}/interaction_policy`

  assert.equal((await bob.put(path, { quote_approval_policy: 'nobody' })).statusCode, 404)
  const response = await alice.put(path, { quote_approval_policy: 'nobody' })

  assert.equal(response.statusCode, 200, response.body)
  assert.equal((await quote(bob, original.id)).statusCode, 404)
})

test('a deleted quote counts no more', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const original = await alice.publish('words')
  const { id } = (await quote(bob, original.id)).json()

  await bob.delete(`/api/v1/statuses/${id}`)

  assert.equal((await read(alice, original.id)).quotes_count, 0)
})
