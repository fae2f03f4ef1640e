import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkUser } from '../../support/network.ts'
import {
  accountSeen,
  assertAlike,
  befriend,
  bodyOf,
  describeBothWays,
  heard,
  interact,
  news,
  statusSeen,
} from '../../support/two-servers.ts'

const uris = (list: { uri: string }[]) => list.map(({ uri }) => uri)

/** Addresses of the people in a list about a status. */
async function peopleOf(viewer: NetworkUser, status: { uri: string }, list: string) {
  const { id } = await viewer.resolve(status.uri)
  const people = await bodyOf(viewer.get(`/api/v1/statuses/${id}/${list}`))
  return people.map(({ url }: { url: string }) => url)
}

const pageOf = ({ uri }: NetworkUser) => uri.replace('/users/', '/@')

async function pinned(viewer: NetworkUser, author: NetworkUser) {
  const { id } = await viewer.resolve(author.handle)
  return uris(await bodyOf(viewer.get(`/api/v1/accounts/${id}/statuses`, { pinned: true })))
}

const reactionsPath = ({ id }: { id: string }, emoji: string) =>
  `/api/v1/pleroma/statuses/${id}/reactions/${encodeURIComponent(emoji)}`

describeBothWays('interactions across two servers', {}, (crossing) => {
  async function start() {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    const status = await alice.publish('words of wisdom')
    await crossing.settle()
    return { alice, bob, status }
  }

  test('a favourite counts on both servers until it is taken back', async () => {
    const { alice, bob, status } = await start()

    await interact(bob, 'favourite', status)
    await interact(bob, 'favourite', status)
    await crossing.settle()
    assert.equal((await assertAlike([alice, bob], status)).favourites_count, 1)
    assert.equal((await heard(alice))[0], news('favourite', bob))
    assert.deepEqual(await peopleOf(alice, status, 'favourited_by'), [pageOf(bob)])

    await interact(bob, 'unfavourite', status)
    await crossing.settle()
    assert.equal((await assertAlike([alice, bob], status)).favourites_count, 0)
    assert.deepEqual(await peopleOf(alice, status, 'favourited_by'), [])
    assert.ok(!(await heard(alice)).includes(news('favourite', bob)))
  })

  test('a boost comes to the followers of who boosted, until it is taken back', async () => {
    const { alice, bob, status } = await start()
    const carol = await crossing.signUpFrom('carol')
    await carol.followRemote(bob)
    await crossing.settle()

    await interact(bob, 'reblog', status)
    await crossing.settle()
    assert.equal((await assertAlike([alice, bob], status)).reblogs_count, 1)
    assert.equal((await heard(alice))[0], news('reblog', bob))
    assert.deepEqual(await peopleOf(alice, status, 'reblogged_by'), [pageOf(bob)])
    const [boost] = await carol.home()
    assert.equal(boost.account.url, pageOf(bob))
    assert.equal(boost.reblog.uri, status.uri)

    await interact(bob, 'unreblog', status)
    await crossing.settle()
    assert.equal((await assertAlike([alice, bob], status)).reblogs_count, 0)
    assert.deepEqual(await carol.home(), [])
    assert.ok(!(await heard(alice)).includes(news('reblog', bob)))
  })

  test('a boost brings a status to a server that never saw it', async () => {
    const [alice, carol] = [await crossing.signUpFrom('alice'), await crossing.signUpFrom('carol')]
    const bob = await crossing.signUpTo('bob')
    await bob.followRemote(carol)
    await crossing.settle()
    const status = await alice.publish('only here so far')

    await interact(carol, 'reblog', status)
    await crossing.settle()

    const [boost] = await bob.home()
    assert.equal(boost.reblog.uri, status.uri)
    assert.equal((await assertAlike([alice, bob], status)).reblogs_count, 1)
  })

  test('what an author pins is pinned for all, and what is unpinned is not', async () => {
    const { alice, bob, status } = await start()
    const other = await alice.publish('another one')
    await crossing.settle()

    await interact(alice, 'pin', status)
    await interact(alice, 'pin', other)
    await crossing.settle()
    for (const viewer of [alice, bob]) {
      assert.deepEqual((await pinned(viewer, alice)).sort(), uris([status, other]).sort())
    }

    await interact(alice, 'unpin', status)
    await crossing.settle()
    for (const viewer of [alice, bob]) assert.deepEqual(await pinned(viewer, alice), [other.uri])
  })

  test('tags that a profile features are featured on both', async () => {
    const { alice, bob } = await start()
    const featured = async (viewer: NetworkUser) => {
      const { id } = await viewer.resolve(alice.handle)
      const tags = await bodyOf(viewer.get(`/api/v1/accounts/${id}/featured_tags`))
      return tags.map(({ name }: { name: string }) => name).sort()
    }

    const added = await bodyOf(alice.post('/api/v1/featured_tags', { name: 'Birds' }))
    await bodyOf(alice.post('/api/v1/featured_tags', { name: 'nests' }))
    await crossing.pass()
    for (const viewer of [alice, bob]) assert.deepEqual(await featured(viewer), ['Birds', 'nests'])

    await bodyOf(alice.delete(`/api/v1/featured_tags/${added.id}`))
    await crossing.pass()
    for (const viewer of [alice, bob]) assert.deepEqual(await featured(viewer), ['nests'])
  })

  test('a quote is shown on both once its author agrees, until that is taken back', async () => {
    const { alice, bob, status } = await start()
    const { id } = await bob.resolve(status.uri)

    const quoting = await bob.publish('look', { quoted_status_id: id })
    assert.equal(quoting.quote.state, 'pending')
    await crossing.settle()
    const shown = await assertAlike([alice, bob], quoting)
    assert.deepEqual(shown.quote, { state: 'accepted', of: status.uri })
    assert.equal((await assertAlike([alice, bob], status)).quotes_count, 1)
    assert.ok((await heard(alice)).includes(news('quote', bob)))

    const seen = await alice.resolve(quoting.uri)
    await bodyOf(alice.post(`/api/v1/statuses/${status.id}/quotes/${seen.id}/revoke`))
    await crossing.settle()
    assert.equal((await assertAlike([alice, bob], quoting)).quote.state, 'revoked')
  })

  test('what nobody may quote is quoted by nobody of the other server', async () => {
    const { alice, bob } = await start()
    const closed = await alice.publish('mine', { quote_approval_policy: 'nobody' })
    await crossing.settle()
    const { id, quote_approval } = await statusSeen(bob, closed)

    const refused = await bob.post('/api/v1/statuses', { status: 'look', quoted_status_id: id })

    assert.equal(quote_approval.current_user, 'denied')
    assert.equal(refused.statusCode, 404, refused.body)
  })

  test('reactions with any emoji count on both until they are taken back', async () => {
    const { alice, bob, status } = await start()
    const seen = await bob.resolve(status.uri)

    await bodyOf(bob.put(reactionsPath(seen, '🎉')))
    await bodyOf(alice.put(reactionsPath(status, '🎉')))
    await crossing.settle()
    const shown = await assertAlike([alice, bob], status)
    assert.deepEqual(shown.reactions, [{ name: '🎉', count: 2 }])

    await bodyOf(bob.delete(reactionsPath(seen, '🎉')))
    await crossing.settle()
    const after = await assertAlike([alice, bob], status)
    assert.deepEqual(after.reactions, [{ name: '🎉', count: 1 }])
  })

  test('counts of people are the same after all of that', async () => {
    const { alice, bob, status } = await start()
    await interact(bob, 'reblog', status)
    await bob.publish('own words')
    await crossing.settle()

    for (const other of [alice, bob]) {
      const counts = await Promise.all(
        [alice, bob].map(async (viewer) => {
          const account = await accountSeen(viewer, other)
          const { followers_count, following_count, statuses_count } = account
          return { followers_count, following_count, statuses_count }
        }),
      )
      assert.deepEqual(counts[0], counts[1])
      assert.partialDeepStrictEqual(counts[0], { followers_count: 1, following_count: 1 })
    }
  })
})
