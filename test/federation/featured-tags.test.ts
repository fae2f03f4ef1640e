import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import type { TestClient } from '../support/client.ts'
import { startNetwork } from '../support/network.ts'
import { type Json, type PeerActor, startPeer } from '../support/peer.ts'

async function startPair() {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home']))
  const peer = open.use(await startPeer())
  const server = network.server('home')
  const alice = await network.signUp('alice@home')
  return {
    network,
    server,
    peer,
    alice,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function namesOf(client: TestClient, accountId: string): Promise<string[]> {
  const response = await client.get(`/api/v1/accounts/${accountId}/featured_tags`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().map((tag: { name: string }) => tag.name)
}

const hashtag = (name: string) => ({ type: 'Hashtag', name, href: 'https://away.test/x' })

test('S-500 S-501 featuring a hashtag sends Add once, taking it off Remove; the collection shows them', async () => {
  await using pair = await startPair()
  const { alice, peer, network, server } = pair
  await followFromPeer(server, peer.addActor('bob'), alice)
  await network.settle()
  peer.received.length = 0
  const origin = server.app.config.origin
  const object = { type: 'Hashtag', href: `${origin}/@alice/tagged/birds`, name: '#Birds' }
  const target = `${alice.uri}/collections/featured`

  const { id } = (await alice.post('/api/v1/featured_tags', { name: 'Birds' })).json()
  await alice.post('/api/v1/featured_tags', { name: 'birds' })
  await network.settle()

  assert.equal(peer.received.length, 1)
  assert.partialDeepStrictEqual(peer.received[0]!.json, {
    type: 'Add',
    actor: alice.uri,
    object,
    target,
  })
  const address = `${alice.uri}/collections/tags`
  const { '@context': _, ...collection } = (await peer.get(address)).json
  assert.deepEqual(collection, { id: address, type: 'Collection', totalItems: 1, items: [object] })

  await alice.delete(`/api/v1/featured_tags/${id}`)
  await network.settle()
  assert.partialDeepStrictEqual(peer.received[1]!.json, {
    type: 'Remove',
    actor: alice.uri,
    object,
    target,
  })
  assert.equal((await peer.get(address)).json.totalItems, 0)
})

test('S-419 to whom the account blocks its hashtags are none', async () => {
  await using pair = await startPair()
  const { alice, peer, server } = pair
  const bob = peer.addActor('bob')
  const bobId = await meet(server, bob)
  await alice.post('/api/v1/featured_tags', { name: 'birds' })
  await alice.post(`/api/v1/accounts/${bobId}/block`)

  const seen = await peer.get(`${alice.uri}/collections/tags`, { actor: bob })

  assert.partialDeepStrictEqual(seen.json, { totalItems: 0, items: [] })
  assert.equal((await peer.get(`${alice.uri}/collections/tags`)).json.totalItems, 1)
})

test("S-502 Add and Remove of a Hashtag change the sender's profile and nobody else's", async () => {
  await using pair = await startPair()
  const { alice, peer, network, server } = pair
  const actors: PeerActor[] = ['bob', 'carol'].map((name) =>
    peer.addActor(name, {
      document: { featured: peer.url(`/users/${name}/collections/featured`) },
    }),
  )
  const [bob, carol] = actors as [PeerActor, PeerActor]
  const ids = [await followFromPeer(server, bob, alice), await followFromPeer(server, carol, alice)]
  await network.settle()
  let count = 0
  const send = async (type: string, name: string, target = bob.document.featured) => {
    const activity = { id: `${bob.uri}#${type}/${count++}`, type, object: hashtag(name), target }
    const answer = await peer.send(bob, activity, { inbox: `${alice.uri}/inbox` })
    assert.equal(answer.status, 202, answer.body)
    await network.settle()
  }

  await send('Add', '#Birds')
  await send('Add', '#birds')
  await send('Add', '#Trees')
  await send('Add', '#Foreign', carol.document.featured)
  await send('Add', 'no hashtag')
  assert.deepEqual(await namesOf(alice, ids[0]!), ['Birds', 'Trees'])
  assert.deepEqual(await namesOf(alice, ids[1]!), [])

  await send('Remove', '#TREES')
  await send('Remove', '#never')
  await send('Remove', '#Birds', carol.document.featured)
  assert.deepEqual(await namesOf(alice, ids[0]!), ['Birds'])

  for (let at = 0; at < 12; at++) await send('Add', `#tag${at}`)
  assert.equal((await namesOf(alice, ids[0]!)).length, 10)
})

test('S-503 the hashtags of a profile are fetched with it, ten at most, and follow what it says', async () => {
  await using pair = await startPair()
  const { alice, peer, network, server } = pair
  const address = '/users/bob/collections/tags'
  const shows = (names: string[], more: Record<string, Json> = {}) =>
    peer.serve(address, {
      '@context': 'https://www.w3.org/ns/activitystreams',
      id: peer.url(address),
      type: 'Collection',
      totalItems: names.length,
      items: names.map(hashtag),
      ...more,
    })
  shows([...Array.from({ length: 12 }, (_, at) => `#tag${at}`)])
  const bob = peer.addActor('bob', { document: { featuredTags: peer.url(address) } })
  const refresh = async () => {
    await server.app.transact(async (tx) => tx.emit({ type: 'account.refreshed', accountId: id }))
    await network.settle()
    return namesOf(alice, id)
  }

  const id = await meet(server, bob)
  await network.settle()
  const first = await namesOf(alice, id)
  assert.equal(first.length, 10)
  assert.deepEqual(
    first,
    Array.from({ length: 10 }, (_, at) => `tag${at}`),
  )

  shows(['#TAG1', '#new', 'nonsense here', '#tag1'])
  assert.deepEqual((await refresh()).sort(), ['TAG1', 'new'])

  shows(['#a'], { items: undefined, first: peer.url(`${address}?page=1`) })
  peer.serve(`${address}?page=1`, '', { status: 500 })
  assert.deepEqual((await refresh()).sort(), ['TAG1', 'new'], 'what cannot be read changes nothing')

  peer.remove(address)
  assert.deepEqual((await refresh()).sort(), ['TAG1', 'new'])

  shows([])
  assert.deepEqual(await refresh(), [])
})
