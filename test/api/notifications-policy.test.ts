import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const V1 = '/api/v1/notifications/policy'
const V2 = '/api/v2/notifications/policy'

const NOTHING = { pending_requests_count: 0, pending_notifications_count: 0 }
const STANDARD = {
  for_not_following: 'accept',
  for_not_followers: 'accept',
  for_new_accounts: 'accept',
  for_private_mentions: 'filter',
  for_limited_accounts: 'filter',
  for_bots: 'accept',
}

/** Notifications of an account, and filtered ones that wait for its decision, newest first: `type by username`. */
async function told(user: TestUser): Promise<{ shown: string[]; waiting: string[] }> {
  const response = await user.get('/api/v1/notifications?include_filtered=true')
  assert.equal(response.statusCode, 200, response.body)
  const list: { type: string; filtered?: true; account: { username: string } }[] = response.json()
  const name = (one: (typeof list)[number]) => `${one.type} by ${one.account.username}`
  return {
    shown: list.filter((one) => !one.filtered).map(name),
    waiting: list.filter((one) => one.filtered).map(name),
  }
}

async function setPolicy(user: TestUser, changes: Record<string, string>): Promise<void> {
  const response = await user.patch(V2, changes)
  assert.equal(response.statusCode, 200, response.body)
}

async function people(server: TestServer, ...names: string[]): Promise<TestUser[]> {
  const users: TestUser[] = []
  for (const name of names) users.push(await server.signUp(name))
  return users
}

test('S-256 S-257 both forms of the policy are one; wrong values are refused', async () => {
  await using server = await startTestServer()
  const [alice, bob] = (await people(server, 'alice', 'bob')) as [TestUser, TestUser]

  assert.deepEqual((await alice.get(V2)).json(), { ...STANDARD, summary: NOTHING })
  const changed = await alice.patch(V2, { for_bots: 'drop', for_new_accounts: 'filter' })
  assert.deepEqual(changed.json(), {
    ...STANDARD,
    for_bots: 'drop',
    for_new_accounts: 'filter',
    summary: NOTHING,
  })
  const first = await alice.put(V1, { filter_not_following: true, filter_private_mentions: false })
  assert.deepEqual(first.json(), {
    filter_not_following: true,
    filter_not_followers: false,
    filter_new_accounts: true,
    filter_private_mentions: false,
    filter_bots: true,
    summary: NOTHING,
  })
  assert.equal((await bob.put(V1, { filter_bots: true })).json().filter_bots, true)
  assert.equal((await bob.get(V2)).json().for_bots, 'filter')
  await bob.put(V1, { filter_bots: false })
  await alice.put(V2, { for_not_followers: 'drop' })
  await alice.patch(V1, { filter_not_followers: true })
  const { for_not_followers, for_bots } = (await alice.get(V2)).json()
  assert.deepEqual([for_not_followers, for_bots], ['drop', 'drop'], 'dropped stays dropped')
  for (const value of ['maybe', '']) {
    const refused = await alice.patch(V2, { for_bots: value })
    assert.equal(refused.statusCode, value === '' ? 200 : 422, value)
  }
  assert.deepEqual((await bob.get(V2)).json(), { ...STANDARD, summary: NOTHING })
  const reading = await server.tokenFor(alice, 'read:notifications')
  assert.equal((await reading.patch(V2, { for_bots: 'drop' })).statusCode, 403)
  assert.equal((await server.anonymous.get(V2)).statusCode, 401)
})

test('S-256 S-258 filter keeps back, drop leaves nothing, and other types pass', async () => {
  await using server = await startTestServer()
  const [alice, bob, carol] = (await people(server, 'alice', 'bob', 'carol')) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  const status = await alice.publish('hello')
  await alice.follow(carol, { notify: true })
  await setPolicy(alice, { for_not_following: 'filter' })

  await bob.follow(alice)
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  await bob.post(`/api/v1/statuses/${status.id}/reblog`)
  await bob.publish('@alice hello')
  await carol.publish('a post')
  await carol.post(`/api/v1/statuses/${status.id}/favourite`)

  const kept = ['mention by bob', 'reblog by bob', 'favourite by bob', 'follow by bob']
  const shown = ['favourite by carol', 'status by carol']
  assert.deepEqual(await told(alice), { shown, waiting: kept })
  await setPolicy(alice, { for_not_following: 'drop' })
  await bob.publish('@alice again')
  assert.deepEqual(await told(alice), { shown, waiting: kept })
  assert.deepEqual((await alice.get(V2)).json().summary, {
    pending_requests_count: 1,
    pending_notifications_count: 1,
  })
})

test('S-258 new accounts, new followers, bots', async () => {
  await using server = await startTestServer()
  const [alice, bob] = (await people(server, 'alice', 'bob')) as [TestUser, TestUser]
  const write = async () => {
    await alice.post('/api/v1/notifications/clear')
    await bob.publish('@alice hello')
    const { shown, waiting } = await told(alice)
    return shown.length === 1 ? 'shown' : waiting.length === 1 ? 'filtered' : 'dropped'
  }
  await bob.follow(alice)

  assert.equal(await write(), 'shown')
  await setPolicy(alice, { for_new_accounts: 'filter' })
  assert.equal(await write(), 'filtered')
  server.clock.now += 31 * DAY
  assert.equal(await write(), 'shown', 'no longer new')
  await setPolicy(alice, { for_not_followers: 'drop' })
  assert.equal(await write(), 'shown', 'an old follower')
  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)
  await bob.follow(alice)
  assert.equal(await write(), 'dropped', 'a follower of today')
  server.clock.now += 4 * DAY
  assert.equal(await write(), 'shown')
  await setAccount(server, bob, { bot: true })
  assert.equal(await write(), 'shown')
  await setPolicy(alice, { for_bots: 'filter' })
  assert.equal(await write(), 'filtered')
  await alice.follow(bob)
  assert.equal(await write(), 'shown', 'somebody whom one follows')
})

test('S-256 limited accounts are kept back unless one follows them', async () => {
  await using server = await startTestServer()
  const [alice, bob, carol] = (await people(server, 'alice', 'bob', 'carol')) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  await carol.follow(bob)
  await setAccount(server, bob, { silenced_at: 1 })

  await bob.publish('@alice @carol hello')

  assert.deepEqual(await told(alice), { shown: [], waiting: ['mention by bob'] })
  assert.deepEqual((await told(carol)).shown, ['mention by bob'])
})

test('S-256 private mentions are kept back, but not answers to what one wrote privately', async () => {
  await using server = await startTestServer()
  const [alice, bob, carol] = (await people(server, 'alice', 'bob', 'carol')) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  const direct = (user: TestUser, text: string, to?: { id: string }) =>
    user.publish(text, { visibility: 'direct', ...(to && { in_reply_to_id: to.id }) })

  await direct(bob, '@alice hello')
  assert.deepEqual(await told(alice), { shown: [], waiting: ['mention by bob'] })
  await alice.post('/api/v1/notifications/clear')
  const begun = await direct(alice, '@bob hello')
  const answer = await direct(bob, '@alice yes', begun)
  await direct(bob, '@alice and', answer)
  await direct(carol, '@alice me too', await alice.publish('hello'))
  assert.deepEqual(await told(alice), {
    shown: ['mention by bob', 'mention by bob'],
    waiting: ['mention by carol'],
  })
})

test('S-258 staff with a badge and a higher role pass with mentions, with nothing else', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const owner = await server.signUp('owner', { role: 'Owner' })
  await setPolicy(alice, { for_not_following: 'drop' })
  await setPolicy(owner, { for_not_following: 'drop' })
  const status = await alice.publish('hello')

  await mod.publish('@alice @owner hello', { visibility: 'direct' })
  await mod.post(`/api/v1/statuses/${status.id}/favourite`)

  assert.deepEqual(await told(alice), { shown: ['mention by mod'], waiting: [] })
  assert.deepEqual(await told(owner), { shown: [], waiting: [] })
})
