import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkUser } from '../../support/network.ts'
import {
  accountSeen,
  act,
  befriend,
  bodyOf,
  describeBothWays,
  heard,
  news,
  relationship,
} from '../../support/two-servers.ts'

/** Followers and followed ones of somebody, as a user's server shows them. */
async function counts(viewer: NetworkUser, other: NetworkUser): Promise<number[]> {
  const account = await accountSeen(viewer, other)
  return [account.followers_count, account.following_count]
}

const lock = (user: NetworkUser) =>
  bodyOf(user.patch('/api/v1/accounts/update_credentials', { locked: true }))

/** Addresses of the people in a list of accounts. */
async function peopleIn(user: NetworkUser, path: string): Promise<string[]> {
  const list = await bodyOf(user.get(path))
  return list.map(({ url }: { url: string }) => url)
}

const pageOf = ({ uri }: NetworkUser) => uri.replace('/users/', '/@')

async function answer(user: NetworkUser, verdict: string, follower: NetworkUser): Promise<void> {
  const { id } = await user.resolve(follower.handle)
  await bodyOf(user.post(`/api/v1/follow_requests/${id}/${verdict}`))
}

describeBothWays('follows across two servers', {}, (crossing) => {
  test('an open account is followed, and both servers say so', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')

    const asked = await alice.followRemote(bob)
    assert.deepEqual([asked.following, asked.requested], [true, false])
    await crossing.settle()

    assert.partialDeepStrictEqual(await relationship(alice, bob), {
      following: true,
      requested: false,
    })
    assert.partialDeepStrictEqual(await relationship(bob, alice), {
      followed_by: true,
      following: false,
    })
    assert.deepEqual(await heard(bob), [news('follow', alice)])
    assert.deepEqual(await heard(alice), [])
    for (const viewer of [alice, bob]) {
      assert.deepEqual(await counts(viewer, bob), [1, 0])
      assert.deepEqual(await counts(viewer, alice), [0, 1])
      const { id } = await viewer.resolve(bob.handle)
      assert.deepEqual(await peopleIn(viewer, `/api/v1/accounts/${id}/followers`), [pageOf(alice)])
    }
  })

  test('a locked account accepts who asks, and hears of both', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await lock(bob)

    const asked = await alice.followRemote(bob)
    await crossing.settle()
    assert.deepEqual([asked.following, asked.requested], [false, true])
    assert.partialDeepStrictEqual(await relationship(bob, alice), { requested_by: true })
    assert.deepEqual(await peopleIn(bob, '/api/v1/follow_requests'), [pageOf(alice)])
    assert.deepEqual(await counts(bob, bob), [0, 0])

    await answer(bob, 'authorize', alice)
    await crossing.settle()

    assert.partialDeepStrictEqual(await relationship(alice, bob), {
      following: true,
      requested: false,
    })
    assert.partialDeepStrictEqual(await relationship(bob, alice), {
      followed_by: true,
      requested_by: false,
    })
    assert.deepEqual(await peopleIn(bob, '/api/v1/follow_requests'), [])
    for (const viewer of [alice, bob]) assert.deepEqual(await counts(viewer, bob), [1, 0])
  })

  test('a locked account turns down who asks', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await lock(bob)
    await alice.followRemote(bob)
    await crossing.settle()

    await answer(bob, 'reject', alice)
    await crossing.settle()

    assert.partialDeepStrictEqual(await relationship(alice, bob), {
      following: false,
      requested: false,
    })
    assert.partialDeepStrictEqual(await relationship(bob, alice), { requested_by: false })
    for (const viewer of [alice, bob]) assert.deepEqual(await counts(viewer, bob), [0, 0])
  })

  test('a request and a follow are taken back', async () => {
    const alice = await crossing.signUpFrom('alice')
    const [bob, carol] = [await crossing.signUpTo('bob'), await crossing.signUpTo('carol')]
    await lock(carol)
    await alice.followRemote(bob)
    await alice.followRemote(carol)
    await crossing.settle()
    assert.partialDeepStrictEqual(await relationship(carol, alice), { requested_by: true })

    for (const other of [bob, carol]) await act(alice, 'unfollow', other)
    await crossing.settle()

    assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: false })
    assert.partialDeepStrictEqual(await relationship(carol, alice), { requested_by: false })
    for (const viewer of [alice, bob]) assert.deepEqual(await counts(viewer, bob), [0, 0])
    assert.deepEqual(await peopleIn(carol, '/api/v1/follow_requests'), [])
  })

  test('a follower who is removed follows no more and gets nothing more', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await alice.followRemote(bob)
    await crossing.settle()
    assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: true })

    await act(bob, 'remove_from_followers', alice)
    await crossing.settle()
    await bob.publish('for my followers', { visibility: 'private' })
    await crossing.settle()

    assert.partialDeepStrictEqual(await relationship(alice, bob), { following: false })
    assert.partialDeepStrictEqual(await relationship(bob, alice), { followed_by: false })
    for (const viewer of [alice, bob]) assert.deepEqual(await counts(viewer, bob), [0, 0])
    assert.deepEqual(await alice.home(), [])
  })

  test('a block ends follows both ways and forbids new ones until it ends', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    await bob.publish('before')
    await crossing.settle()

    await act(alice, 'block', bob)
    await crossing.settle()
    assert.partialDeepStrictEqual(await relationship(alice, bob), {
      blocking: true,
      following: false,
      followed_by: false,
    })
    assert.partialDeepStrictEqual(await relationship(bob, alice), {
      blocked_by: true,
      following: false,
      followed_by: false,
    })
    assert.deepEqual(await alice.home(), [])
    const { id } = await bob.resolve(alice.handle)
    assert.equal((await bob.post(`/api/v1/accounts/${id}/follow`)).statusCode, 403)
    const before = await heard(alice)
    await bob.publish(`hey @${alice.handle}`)
    await crossing.settle()
    assert.deepEqual(await heard(alice), before, 'who is blocked is not heard')

    await act(alice, 'unblock', bob)
    await crossing.settle()
    assert.partialDeepStrictEqual(await relationship(bob, alice), { blocked_by: false })
    await act(bob, 'follow', alice)
    await crossing.settle()
    assert.partialDeepStrictEqual(await relationship(alice, bob), { followed_by: true })
    for (const viewer of [alice, bob]) assert.deepEqual(await counts(viewer, alice), [1, 0])
  })
})
