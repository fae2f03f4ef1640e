import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NetworkUser, startNetwork } from '../support/network.ts'

/** Two people on two servers, each of whom knows the other. */
async function startTwo() {
  const network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  return { network, alice, bob }
}

async function relationship(user: NetworkUser, other: NetworkUser) {
  const { id } = await user.resolve(other.handle)
  const response = await user.get('/api/v1/accounts/relationships', { id })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()[0]
}

async function act(user: NetworkUser, action: string, other: NetworkUser) {
  const { id } = await user.resolve(other.handle)
  const response = await user.post(`/api/v1/accounts/${id}/${action}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function counts(user: NetworkUser, other: NetworkUser) {
  const { id } = await user.resolve(other.handle)
  const account = (await user.get(`/api/v1/accounts/${id}`)).json()
  return [account.followers_count, account.following_count]
}

const lock = async (user: NetworkUser) => {
  const response = await user.patch('/api/v1/accounts/update_credentials', { locked: true })
  assert.equal(response.statusCode, 200, response.body)
}

const typesOf = async (user: NetworkUser) => (await user.notifications()).map(({ type }) => type)

test('a follow goes to the other server, which accepts it, and posts arrive', async () => {
  const { network, alice, bob } = await startTwo()
  await using _ = network

  const given = await alice.followRemote(bob)
  assert.deepEqual([given.following, given.requested], [true, false])
  assert.partialDeepStrictEqual(await relationship(alice, bob), { requested: true })
  await network.settle()

  assert.partialDeepStrictEqual(await relationship(alice, bob), {
    following: true,
    requested: false,
    showing_reblogs: true,
  })
  assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: true })
  assert.deepEqual(await typesOf(bob), ['follow'])
  assert.deepEqual(await counts(bob, bob), [1, 0])
  await bob.publish('hello')
  await network.settle()
  const home = await alice.home()
  assert.equal(home.length, 1)
  assert.match(home[0].content, /hello/)
})

test('what a follower chose is kept when the other server accepts', async () => {
  const { network, alice, bob } = await startTwo()
  await using _ = network
  await lock(bob)
  const { id } = await alice.resolve(bob.handle)

  await alice.post(`/api/v1/accounts/${id}/follow`, { reblogs: false, languages: ['de'] })
  await alice.post(`/api/v1/accounts/${id}/follow`, { notify: true })
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(alice, bob), {
    requested: true,
    following: false,
  })
  const asking = (await bob.get('/api/v1/follow_requests')).json()
  assert.deepEqual(
    asking.map(({ acct }: { acct: string }) => acct),
    [alice.handle],
  )
  assert.deepEqual(await typesOf(bob), ['follow_request'])
  await bob.post(`/api/v1/follow_requests/${asking[0].id}/authorize`)
  await network.settle()

  assert.partialDeepStrictEqual(await relationship(alice, bob), {
    requested: false,
    following: true,
    showing_reblogs: false,
    notifying: true,
    languages: ['de'],
  })
})

test('a request that is turned down is gone on both servers', async () => {
  const { network, alice, bob } = await startTwo()
  await using _ = network
  await lock(bob)
  await alice.followRemote(bob)
  await network.settle()

  const { id } = await bob.resolve(alice.handle)
  const response = await bob.post(`/api/v1/follow_requests/${id}/reject`)
  assert.equal(response.statusCode, 200, response.body)
  await network.settle()

  assert.partialDeepStrictEqual(await relationship(alice, bob), {
    requested: false,
    following: false,
  })
})

test('unfollowing, taking back a request and removing a follower reach the other server', async () => {
  const { network, alice, bob } = await startTwo()
  await using _ = network
  await alice.followRemote(bob)
  await network.settle()

  await act(alice, 'unfollow', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: false })
  assert.deepEqual(await counts(bob, bob), [0, 0])

  await act(alice, 'follow', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: true })
  await act(bob, 'remove_from_followers', alice)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(alice, bob), { following: false })

  await lock(bob)
  await act(alice, 'follow', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), { requested_by: true })
  await act(alice, 'unfollow', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), { requested_by: false })
})

test('a block ends follows both ways on both servers and keeps new ones away until it ends', async () => {
  const { network, alice, bob } = await startTwo()
  await using _ = network
  await alice.followRemote(bob)
  await bob.followRemote(alice)
  await network.settle()

  await act(alice, 'block', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), {
    blocked_by: true,
    following: false,
    followed_by: false,
  })
  const { id } = await bob.resolve(alice.handle)
  assert.equal((await bob.post(`/api/v1/accounts/${id}/follow`)).statusCode, 403)

  await act(alice, 'unblock', bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(bob, alice), { blocked_by: false })
  await act(bob, 'follow', alice)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(alice, bob), { followed_by: true })
})

test('nothing is sent between people of one server', async () => {
  await using network = await startNetwork(['home'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@home')

  for (const action of ['follow', 'unfollow', 'follow', 'block', 'unblock']) {
    await act(alice, action, bob)
  }

  const { app } = network.server('home')
  assert.deepEqual(await app.db.selectFrom('outgoing_activity').select('id').execute(), [])
})
