import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../../src/kernel/base/durations.ts'
import {
  accountSeen,
  assertAlike,
  bodyOf,
  describeBothWays,
  interact,
} from '../../support/two-servers.ts'

const uris = (list: { uri: string }[]) => list.map(({ uri }) => uri)

describeBothWays('looking up across two servers', {}, (crossing) => {
  test('people are found by every spelling of their handle and by their addresses', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    const origin = crossing.to.app.config.origin

    const ids = new Set<string>()
    for (const text of [
      bob.handle,
      `@${bob.handle}`,
      `acct:${bob.handle}`,
      bob.handle.toUpperCase(),
      `${origin}/@${bob.username}`,
      bob.uri,
    ]) {
      const found = await alice.search(text)
      assert.equal(found.accounts.length, 1, text)
      assert.equal(found.accounts[0].acct, bob.handle, text)
      ids.add(found.accounts[0].id)
    }

    assert.equal(ids.size, 1)
    const nobody = `nobody@${bob.domain}`
    assert.deepEqual((await alice.search(nobody)).accounts, [])
  })

  test('a status is found by its id and by its page, once', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    const status = await bob.publish('find me')
    const hidden = await bob.publish('not me', { visibility: 'private' })

    const found = [await alice.resolve(status.url), await alice.resolve(status.uri)]

    assert.equal(found[0].id, found[1].id)
    await assertAlike([bob, alice], status)
    for (const address of [hidden.uri, hidden.url]) {
      assert.deepEqual((await alice.search(address)).statuses, [])
    }
  })

  test('a profile seen for the first time has its statuses, pins, tags and counts', async () => {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    const neighbour = await crossing.signUpTo('neighbour')
    await neighbour.follow(bob)
    await bob.follow(neighbour)
    const statuses = []
    for (const text of ['one', 'two #birds', 'three']) statuses.push(await bob.publish(text))
    const secret = await bob.publish('secret', { visibility: 'private' })
    await interact(bob, 'pin', statuses[0])
    await bodyOf(bob.post('/api/v1/featured_tags', { name: 'birds' }))
    await crossing.pass()

    const { id } = await alice.resolve(bob.handle)
    await crossing.settle()

    const path = `/api/v1/accounts/${id}`
    const latest = uris(await bodyOf(alice.get(`${path}/statuses`)))
    assert.deepEqual(latest, uris(statuses.toReversed()))
    assert.ok(!latest.includes(secret.uri))
    const pins = uris(await bodyOf(alice.get(`${path}/statuses`, { pinned: true })))
    assert.deepEqual(pins, [statuses[0].uri])
    const tags = await bodyOf(alice.get(`${path}/featured_tags`))
    assert.deepEqual(
      tags.map(({ name }: { name: string }) => name),
      ['birds'],
    )
    const [own, seen] = [await accountSeen(bob, bob), await accountSeen(alice, bob)]
    for (const count of ['followers_count', 'following_count', 'statuses_count']) {
      assert.equal(seen[count], own[count], count)
    }
    assert.deepEqual(await alice.home(), [], 'it is brought to nobody')
    assert.deepEqual(await alice.notifications(), [])
  })

  test('opening a thread fetches the replies that are missing, and says when they are there', async () => {
    const alice = await crossing.signUpFrom('alice')
    const [bob, carol] = [await crossing.signUpTo('bob'), await crossing.signUpTo('carol')]
    const root = await bob.publish('root')
    const reply = await carol.publish('reply', { in_reply_to_id: root.id })
    const deeper = await bob.publish('deeper', { in_reply_to_id: reply.id })
    const { id } = await alice.resolve(root.uri)
    await crossing.settle()
    await crossing.pass(HOUR)

    const opened = await alice.get(`/api/v1/statuses/${id}/context`)
    assert.equal(opened.statusCode, 200, opened.body)
    const header = String(opened.headers['mastodon-async-refresh'])
    const [, refreshId] = /^id="([^"]+)", retry=\d+, result_count=\d+$/.exec(header) ?? []
    assert.ok(refreshId, header)
    const state = async () => {
      const path = `/api/v1_alpha/async_refreshes/${refreshId}`
      return (await bodyOf(alice.get(path))).async_refresh
    }
    assert.equal((await state()).status, 'running')
    await crossing.settle()

    assert.partialDeepStrictEqual(await state(), { status: 'finished', result_count: 2 })
    const context = await bodyOf(alice.get(`/api/v1/statuses/${id}/context`))
    assert.deepEqual(uris(context.descendants), [reply.uri, deeper.uri])
    for (const status of [root, reply, deeper]) await assertAlike([bob, alice], status)
    assert.deepEqual(await alice.home(), [])
  })

  test('what a status answers is fetched along with it', async () => {
    const alice = await crossing.signUpFrom('alice')
    const [bob, carol] = [await crossing.signUpTo('bob'), await crossing.signUpTo('carol')]
    const thread = [await bob.publish('first')]
    for (const author of [carol, bob, carol]) {
      thread.push(await author.publish('next', { in_reply_to_id: thread.at(-1).id }))
    }

    const { id } = await alice.resolve(thread.at(-1).uri)
    await crossing.settle()

    const context = await bodyOf(alice.get(`/api/v1/statuses/${id}/context`))
    assert.deepEqual(uris(context.ancestors), uris(thread.slice(0, -1)))
  })
})
