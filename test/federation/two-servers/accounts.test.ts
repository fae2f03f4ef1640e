import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../../src/features/moderation/delete-account.ts'
import { removeFollow } from '../../../src/features/relationships/follows.ts'
import { DAY } from '../../../src/kernel/base/durations.ts'
import { NetworkUser } from '../../support/network.ts'
import { PASSWORD } from '../../support/server.ts'
import {
  accountSeen,
  act,
  befriend,
  bodyOf,
  describeBothWays,
  heard,
  idOf,
  news,
  relationship,
  statusSeen,
} from '../../support/two-servers.ts'

const ALIASES = '/api/rookery/v1/account/aliases'
const MOVE = '/api/rookery/v1/account/move'

const urls = (list: { url: string }[]) => list.map(({ url }) => url)
const pageOf = ({ uri }: NetworkUser) => uri.replace('/users/', '/@')

async function followersOf(viewer: NetworkUser, other: NetworkUser): Promise<string[]> {
  const id = await idOf(viewer, other)
  return urls(await bodyOf(viewer.get(`/api/v1/accounts/${id}/followers`))).sort()
}

describeBothWays('accounts across two servers', {}, (crossing) => {
  test('who moves takes along the followers of both servers', async () => {
    const [old, neighbour] = [
      await crossing.signUpFrom('old'),
      await crossing.signUpFrom('neighbour'),
    ]
    const [fresh, bob] = [await crossing.signUpTo('fresh'), await crossing.signUpTo('bob')]
    await neighbour.follow(old)
    await bob.followRemote(old)
    await bodyOf(fresh.post(ALIASES, { acct: old.handle }))
    await crossing.settle()

    await bodyOf(old.post(MOVE, { acct: fresh.handle, password: PASSWORD }))
    await crossing.pass()
    await crossing.pass()

    const expected = [pageOf(neighbour), pageOf(bob)].sort()
    for (const viewer of [neighbour, bob]) {
      assert.equal((await accountSeen(viewer, old)).moved.url, pageOf(fresh))
      assert.deepEqual(await followersOf(viewer, old), [])
      assert.partialDeepStrictEqual(await relationship(viewer, fresh), { following: true })
    }
    assert.equal((await accountSeen(old, old)).followers_count, 0)
    assert.deepEqual(await followersOf(fresh, fresh), expected)
    assert.equal((await accountSeen(fresh, fresh)).followers_count, 2)
    const id = await idOf(bob, old)
    assert.equal((await bob.post(`/api/v1/accounts/${id}/follow`)).statusCode, 403)
  })

  test('nobody moves to who does not know of it, nor again for thirty days', async () => {
    const [old, local] = [await crossing.signUpFrom('old'), await crossing.signUpFrom('local')]
    const fresh = await crossing.signUpTo('fresh')
    const move = async (to: NetworkUser) =>
      (await old.post(MOVE, { acct: to.handle, password: PASSWORD })).statusCode

    assert.equal(await move(fresh), 422)
    for (const other of [fresh, local]) await bodyOf(other.post(ALIASES, { acct: old.handle }))
    await crossing.pass()
    assert.equal(await move(fresh), 200)
    await crossing.pass()
    assert.equal(await move(local), 422)
    await bodyOf(old.delete(MOVE))
    assert.equal(await move(local), 422)
    await crossing.pass(31 * DAY)
    assert.equal(await move(local), 200)
    // nobody there follows, so it is seen when the account is met again
    await accountSeen(fresh, old)
    await crossing.pass()

    assert.equal((await accountSeen(fresh, old)).moved.url, pageOf(local))
  })

  test('an account that is deleted is gone from both with all that it did', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    const [gone, kept] = [await alice.publish('soon gone'), await bob.publish('stays')]
    await crossing.settle()
    const seen = await bob.resolve(gone.uri)
    await bodyOf(bob.post(`/api/v1/statuses/${seen.id}/reblog`))
    const { id } = await alice.resolve(kept.uri)
    for (const action of ['favourite', 'reblog']) {
      await bodyOf(alice.post(`/api/v1/statuses/${id}/${action}`))
    }
    await crossing.settle()
    const account = await accountSeen(bob, alice)
    assert.partialDeepStrictEqual(await statusSeen(bob, kept), {
      favourites_count: 1,
      reblogs_count: 1,
    })

    await crossing.from.app.transact((tx) => deleteAccount(tx, alice.id))
    await crossing.pass()

    assert.equal((await bob.get(`/api/v1/accounts/${account.id}`)).statusCode, 404)
    assert.equal((await bob.get(`/api/v1/statuses/${seen.id}`)).statusCode, 404)
    assert.deepEqual((await bob.search(alice.handle)).accounts, [])
    assert.deepEqual(
      (await bob.home()).map(({ uri }) => uri),
      [kept.uri],
    )
    assert.partialDeepStrictEqual(await statusSeen(bob, kept), {
      favourites_count: 0,
      reblogs_count: 0,
    })
    assert.partialDeepStrictEqual(await accountSeen(bob, bob), {
      followers_count: 0,
      following_count: 0,
    })
    assert.deepEqual(await heard(bob), [])
    const document = await fetch(alice.uri, { headers: { accept: 'application/activity+json' } })
    assert.equal(document.status, 410)
  })

  test('a report goes to the staff of the other server, which learns not who reported', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    const name = `owner_of_${crossing.to.app.config.origin.replace(/.*:/, '')}`
    const owner = new NetworkUser(await crossing.to.signUp(name, { role: 'Owner' }), crossing.to)
    await befriend(crossing, alice, bob)
    const status = await bob.publish('rude words')
    await crossing.settle()
    const target = await alice.resolve(bob.handle)
    const seen = await alice.resolve(status.uri)

    const report = await bodyOf(
      alice.post('/api/v1/reports', {
        account_id: target.id,
        status_ids: [seen.id],
        comment: 'This is rude',
        forward: true,
      }),
    )
    await crossing.settle()

    assert.equal(report.forwarded, true)
    const [notification] = await owner.notifications()
    assert.equal(notification.type, 'admin.report')
    assert.partialDeepStrictEqual(notification.report, {
      comment: 'This is rude',
      status_ids: [status.id],
      target_account: { id: bob.id },
    })
    assert.ok(!JSON.stringify(notification).includes(alice.username))
    assert.deepEqual((await heard(bob)).slice(1), [], 'who is reported hears nothing')
  })

  test('a report stays here unless it shall be forwarded', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    const { id } = await alice.resolve(bob.handle)
    const arrived = async () => {
      await crossing.settle()
      const rows = await crossing.to.app.db.selectFrom('report').select('id').execute()
      return rows.length
    }
    const report = (forward: boolean) =>
      bodyOf(alice.post('/api/v1/reports', { account_id: id, comment: 'hm', forward }))
    const before = await arrived()

    assert.equal((await report(false)).forwarded, false)
    assert.equal(await arrived(), before)
    assert.equal((await report(true)).forwarded, true)
    assert.equal(await arrived(), before + 1)
  })

  test('follows of which only one server knows are settled with the next private post', async () => {
    const alice = await crossing.signUpFrom('alice')
    const [bob, carol, dora] = [
      await crossing.signUpTo('bob'),
      await crossing.signUpTo('carol'),
      await crossing.signUpTo('dora'),
    ]
    for (const follower of [bob, carol, dora]) await follower.followRemote(alice)
    await crossing.settle()
    const lose = async (
      server: typeof crossing.from,
      viewer: NetworkUser,
      follower: NetworkUser,
    ) => {
      const accountId = (await viewer.resolve(follower.handle)).id
      const targetId = (await viewer.resolve(alice.handle)).id
      await server.app.transact((tx) => removeFollow(tx, { accountId, targetId }, null))
    }
    await lose(crossing.from, alice, bob)
    await lose(crossing.to, carol, carol)
    await crossing.settle()
    assert.equal((await relationship(bob, alice)).following, true)
    assert.equal((await relationship(alice, carol)).followed_by, true)

    await alice.publish('for my followers', { visibility: 'private' })
    await crossing.settle()

    assert.equal((await relationship(bob, alice)).following, false)
    assert.equal((await relationship(alice, carol)).followed_by, false)
    assert.equal((await relationship(dora, alice)).following, true)
    for (const viewer of [alice, dora]) {
      assert.deepEqual(await followersOf(viewer, alice), [pageOf(dora)])
      assert.equal((await accountSeen(viewer, alice)).followers_count, 1)
    }
  })

  test('a mute is nobody’s business but of who mutes', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)

    await act(alice, 'mute', bob)
    await bob.publish(`hello @${alice.handle}`)
    await crossing.settle()

    assert.deepEqual(await alice.home(), [])
    assert.deepEqual(await heard(alice), [news('follow', bob)])
    assert.partialDeepStrictEqual(await relationship(bob, alice), {
      following: true,
      followed_by: true,
      blocked_by: false,
    })
  })
})
