import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { announceOf, createOf, likeOf, noteBy, noteTo, serveAt } from '../support/notes.ts'
import type { PeerActor } from '../support/peer.ts'
import { openSocket } from '../support/streams.ts'

const PATH = '/api/v1/domain_blocks'

async function standing({ home, alice }: HomeAndPeer, actor: PeerActor) {
  const id = await meet(home, actor)
  return (await alice.get('/api/v1/accounts/relationships', { id })).json()[0]
}

async function blockDomain({ alice, peer, settle }: HomeAndPeer): Promise<void> {
  const response = await alice.post(PATH, { domain: peer.host })
  assert.deepEqual([response.statusCode, response.json()], [200, {}])
  await settle()
}

test('blocking a domain ends follows and requests both ways, and tells the other server', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const [bob, carl, dave, erin] = ['bob', 'carl', 'dave', 'erin'].map((name) =>
    peer.addActor(name),
  ) as [PeerActor, PeerActor, PeerActor, PeerActor]
  await followFromPeer(home, bob, alice)
  await followOnPeer(home, alice, carl)
  await home.app.transact(async (tx) => {
    tx.addToCount('account_stats.following_count', alice.id, 1)
  })
  await alice.post(`/api/v1/accounts/${await meet(home, erin)}/follow`)
  await alice.patch('/api/v1/accounts/update_credentials', { locked: true })
  await followFromPeer(home, dave, alice)
  await both.settle()
  peer.received.length = 0

  const preview = await alice.get(`${PATH}/preview`, { domain: peer.host.toUpperCase() })
  await blockDomain(both)
  await blockDomain(both)

  assert.deepEqual(preview.json(), { following_count: 1, followers_count: 1 })
  const ended = { following: false, followed_by: false, requested: false, requested_by: false }
  for (const actor of [bob, carl, dave, erin]) {
    assert.partialDeepStrictEqual(await standing(both, actor), { ...ended, domain_blocking: true })
  }
  const rejected = peer.receivedOf('Reject').map(({ object }) => object.actor)
  assert.deepEqual(rejected.sort(), [bob.uri, dave.uri])
  const undone = peer.receivedOf('Undo').map(({ object }) => object.object)
  assert.deepEqual(undone.sort(), [carl.uri, erin.uri])
  assert.deepEqual((await alice.get(PATH)).json(), [peer.host])
  const own = (await alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.deepEqual([own.followers_count, own.following_count], [0, 0])

  // S-282
  const again = await alice.post(`/api/v1/accounts/${await meet(home, carl)}/follow`)
  await both.deliver(bob, followBy(bob, both.aliceUri, `${bob.uri}#follows/again`))
  assert.equal(again.statusCode, 403, again.body)
  assert.equal(peer.receivedOf('Reject').at(-1).object.id, `${bob.uri}#follows/again`)
  assert.equal((await standing(both, bob)).requested_by, false)

  const freed = await alice.delete(PATH, { domain: peer.host })
  assert.deepEqual([freed.statusCode, freed.json()], [200, {}])
  assert.equal((await standing(both, carl)).domain_blocking, false)
  const follow = await alice.post(`/api/v1/accounts/${await meet(home, carl)}/follow`)
  assert.equal(follow.statusCode, 200, follow.body)
})

test('S-419 to whom the account blocks by their domain its collections are empty, and they answer nothing', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const bob = peer.addActor('bob')
  await meet(home, bob)
  await alice.post('/api/v1/featured_tags', { name: 'birds' })
  const status = await alice.publish('hello')
  await alice.post(`/api/v1/statuses/${status.id}/pin`)
  const sizes = async () => {
    const counts = []
    for (const name of ['tags', 'featured']) {
      const seen = await peer.get(`${both.aliceUri}/collections/${name}`, { actor: bob })
      counts.push(seen.json.totalItems)
    }
    return counts
  }
  assert.deepEqual(await sizes(), [1, 1])

  await blockDomain(both)
  await both.deliver(bob, likeOf(bob, status.uri))
  await both.deliver(bob, announceOf(bob, status.uri))
  await both.deliver(bob, createOf(noteBy(bob, 'a reply', { inReplyTo: status.uri })))

  assert.deepEqual(await sizes(), [0, 0])
  assert.partialDeepStrictEqual((await alice.get(`/api/v1/statuses/${status.id}`)).json(), {
    favourites_count: 0,
    reblogs_count: 0,
    replies_count: 0,
  })
})

test('nobody of a blocked domain is met: at home, in public, by notification, search, list or quote', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const [bob, carl] = [peer.addActor('bob'), peer.addActor('carl')]
  const eve = await both.signUp('eve')
  await alice.follow(eve)
  await followOnPeer(home, eve, bob)
  await both.settle()
  const named = { uri: both.aliceUri, username: 'alice' }
  const tag = [{ type: 'Hashtag', name: '#birds', href: peer.url('/tags/birds') }]
  const note = serveAt(peer, noteBy(bob, 'rare words', { tag }))
  await both.deliver(bob, createOf(note))
  const seen = await alice.resolve(note.id)
  await eve.post(`/api/v1/statuses/${seen.id}/reblog`)
  const own = await alice.publish('mine')
  await alice.post(`/api/v1/statuses/${seen.id}/bookmark`)
  await both.deliver(bob, likeOf(bob, own.uri))
  await both.deliver(bob, createOf(noteTo(bob, 'an answer', named, { inReplyTo: own.uri })))
  const direct = { to: [both.aliceUri], cc: [] }
  await both.deliver(bob, createOf(noteTo(bob, 'in private', named, direct)))
  const quoting = await alice.post('/api/v1/statuses', { status: 'q', quoted_status_id: own.id })
  assert.equal(quoting.statusCode, 200, quoting.body)
  await home.app.transact(async (tx) => {
    const { quote_id } = await tx.db
      .selectFrom('status')
      .select('quote_id')
      .where('id', '=', quoting.json().id)
      .executeTakeFirstOrThrow()
    const bobId = seen.account.id
    await tx.db
      .updateTable('quote')
      .set({ quoted_status_id: seen.id, quoted_account_id: bobId, state: 'accepted' })
      .where('id', '=', quote_id)
      .execute()
  })
  const paths = {
    home: '/api/v1/timelines/home',
    public: '/api/v1/timelines/public?remote=true',
    tag: '/api/v1/timelines/tag/birds',
    notifications: '/api/v1/notifications?types[]=mention&types[]=favourite',
    conversations: '/api/v1/conversations',
    favouritedBy: `/api/v1/statuses/${own.id}/favourited_by`,
    following: `/api/v1/accounts/${eve.id}/following`,
  }
  const seenBy = async (user = alice) => {
    const counts: Record<string, number> = {}
    for (const [name, path] of Object.entries(paths)) {
      const items = (await user.get(path)).json()
      // a quote of his says why it is not shown
      const isFrom = (item: object) => JSON.stringify({ ...item, quote: null }).includes(bob.uri)
      counts[name] = items.filter(isFrom).length
    }
    const context = (await user.get(`/api/v1/statuses/${own.id}/context`)).json()
    const found = (await user.get('/api/v2/search', { q: 'rare', type: 'statuses' })).json()
    const { quote } = (await user.get(`/api/v1/statuses/${quoting.json().id}`)).json()
    counts.context = context.descendants.length
    counts.search = found.statuses.length
    return { ...counts, quote: quote.state }
  }
  const before = await seenBy()
  for (const [name, count] of Object.entries(before)) {
    assert.notEqual(count, 0, `${name} shows bob before`)
  }

  await blockDomain(both)

  const none = Object.fromEntries(Object.keys(before).map((name) => [name, 0]))
  assert.deepEqual(await seenBy(), { ...none, quote: 'blocked_domain' })
  assert.partialDeepStrictEqual(await seenBy(eve), { public: 1, tag: 1, favouritedBy: 1 })

  // what comes later does not come either, by whatever way
  const socket = await openSocket(home.app.config.origin, {
    token: alice.token,
  })
  await socket.subscribe('public')
  const carls = serveAt(peer, noteBy(carl, 'another'))
  await both.deliver(bob, announceOf(bob, carls.id))
  const other = await eve.resolve(carls.id)
  await eve.post(`/api/v1/statuses/${other.id}/reblog`)
  await both.deliver(bob, createOf(noteTo(bob, 'in public', named)))
  await both.deliver(bob, createOf(noteTo(bob, 'in private again', named, direct)))
  const last = await eve.publish('the end')

  assert.deepEqual(await seenBy(), { ...none, quote: 'blocked_domain' })
  assert.deepEqual(
    (await alice.home()).map((status) => status.id),
    [last.id, quoting.json().id, own.id],
  )
  assert.equal((await socket.nextPayload('update')).id, last.id)
  await alice.post(`/api/v1/accounts/${eve.id}/unfollow`)
  await alice.follow(eve)
  assert.equal(
    (await alice.home()).some((status) => status.reblog !== null),
    false,
  )
})
