import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { letBeFound, makeCollection, seen } from '../support/collections.ts'
import { idsOf } from '../support/entities.ts'
import { type NetworkUser, startNetwork } from '../support/network.ts'
import { type PeerActor, startPeer } from '../support/peer.ts'

const COLLECTIONS = '/api/v1/collections'
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

async function startTwo() {
  const network = await startNetwork(['home', 'away'] as const)
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await letBeFound(bob)
  await bob.followRemote(alice)
  await network.settle()
  const bobHere = await alice.resolve(bob.handle)
  return { network, alice, bob, bobHere }
}

const collectionsOf = async (viewer: NetworkUser, accountId: string) =>
  (await viewer.get(`/api/v1/accounts/${accountId}/collections`)).json().collections

test('FEP-7aa9 somebody elsewhere is shown once their server agreed, on both, and leaves again', async () => {
  const { network, alice, bob, bobHere } = await startTwo()
  await using _network = network
  assert.equal(bobHere.feature_approval.current_user, 'automatic')

  const made = await makeCollection(alice, {
    description: 'Birds & bees',
    language: 'en',
    tag_name: 'birds',
    discoverable: true,
    account_ids: [bobHere.id],
  })
  assert.equal(made.items[0].state, 'pending')
  await network.settle()

  const atHome = (await seen(alice, made.id)).collection
  assert.deepEqual(
    atHome.items.map((item: { state: string }) => item.state),
    ['accepted'],
  )
  const [told] = await bob.notifications()
  assert.equal(told.type, 'added_to_collection')
  const aliceThere = await bob.resolve(alice.handle)
  const [there] = await collectionsOf(bob, aliceThere.id)
  assert.partialDeepStrictEqual(there, {
    uri: made.uri,
    local: false,
    name: 'Nice people',
    description: 'Birds &amp; bees',
    language: 'en',
    tag: { name: 'birds' },
    items: [{ account_id: bob.id, state: 'accepted' }],
  })
  assert.equal(told.collection.id, there.id)

  await alice.patch(`${COLLECTIONS}/${made.id}`, { name: 'Nicer people' })
  await network.settle()
  assert.equal((await bob.notifications())[0].type, 'collection_update')

  const status = await alice.publish(`look ${made.url}`)
  await network.settle()
  const shown = (await bob.home()).find((one) => one.uri === status.uri)
  assert.deepEqual(idsOf(shown.tagged_collections), [there.id])
  assert.deepEqual(idsOf((await bob.search(made.uri)).collections), [there.id])

  await bob.post(`${COLLECTIONS}/${there.id}/items/${there.items[0].id}/revoke`)
  await network.settle()
  assert.equal((await seen(alice, made.id)).collection.item_count, 0)
  const again = await alice.post(`${COLLECTIONS}/${made.id}/items`, { account_id: bobHere.id })
  assert.equal(again.statusCode, 422, 'who left stays out')

  await alice.delete(`${COLLECTIONS}/${made.id}`)
  await network.settle()
  assert.deepEqual(await collectionsOf(bob, aliceThere.id), [])
})

test('FEP-7aa9 who does not let it be so is not featured, whatever the other server thinks', async () => {
  const { network, alice, bob, bobHere } = await startTwo()
  await using _network = network
  const { id } = await makeCollection(alice)
  // the news of the closed policy has not come yet
  await network.server('away').app.transact(async (tx) => {
    await tx.db
      .updateTable('account')
      .set({ discoverable: false })
      .where('id', '=', bob.id)
      .execute()
  })

  const added = await alice.post(`${COLLECTIONS}/${id}/items`, { account_id: bobHere.id })
  await network.settle()

  assert.equal(added.json().collection_item.state, 'pending')
  assert.deepEqual((await seen(alice, id)).collection.items, [])
  assert.deepEqual(await bob.notifications(), [])
})

async function startPair() {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home']))
  const peer = open.use(await startPeer())
  const alice = await network.signUp('alice@home')
  await letBeFound(alice)
  const server = network.server('home')
  return { network, server, peer, alice, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

type Pair = Awaited<ReturnType<typeof startPair>>

/** Somebody on the peer with a list of collections. */
function addCurator({ peer }: Pair, name: string, more = {}): PeerActor {
  const list = `/users/${name}/lists`
  return peer.addActor(name, { document: { featuredCollections: peer.url(list), ...more } })
}

function serveCollection({ peer }: Pair, owner: PeerActor, items: unknown[], more = {}) {
  const path = `/users/${owner.name}/lists/1`
  const document = {
    '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/fep/7aa9'],
    id: peer.url(path),
    type: 'FeaturedCollection',
    attributedTo: owner.uri,
    name: 'Theirs',
    summary: '<b>bold</b><script>x</script>',
    orderedItems: items,
    totalItems: items.length,
    ...more,
  }
  peer.serve(path, document)
  return document
}

test('FEP-7aa9 an item counts only with a consent that its account gave on its own server', async () => {
  await using pair = await startPair()
  const { peer, server, alice, network } = pair
  const bob = addCurator(pair, 'bob')
  const carol = peer.addActor('carol')
  await using elsewhere = await startPeer()
  const mallory = elsewhere.addActor('mallory')
  const stamp = (path: string, target: string, collection: string, on = peer) =>
    on.serve(path, {
      id: on.url(path),
      type: 'FeatureAuthorization',
      interactingObject: collection,
      interactionTarget: target,
    })
  const uri = peer.url('/users/bob/lists/1')
  stamp('/stamps/carol', carol.uri, uri)
  stamp('/stamps/mallory', mallory.uri, uri)
  stamp('/stamps/other', mallory.uri, `${uri}/other`, elsewhere)
  const item = (id: number, featuredObject: string, featureAuthorization: string) => ({
    id: `${uri}/items/${id}`,
    type: 'FeaturedItem',
    featuredObject,
    featureAuthorization,
  })
  const items = [
    item(1, carol.uri, peer.url('/stamps/carol')),
    // not on mallory's server, of another collection, and somebody here who never agreed
    item(2, mallory.uri, peer.url('/stamps/mallory')),
    item(3, mallory.uri, elsewhere.url('/stamps/other')),
    item(4, alice.uri, `${server.app.config.origin}/ap/users/${alice.id}/feature_authorizations/1`),
  ]
  const document = serveCollection(pair, bob, items)
  await followFromPeer(server, bob, alice)
  const bobId = await meet(server, bob)
  const send = (actor: PeerActor, activity: Record<string, unknown>) =>
    peer.send(actor, activity, { inbox: `${alice.uri}/inbox` })

  // nobody else's word counts
  await send(carol, {
    id: `${carol.uri}#a1`,
    type: 'Add',
    object: document,
    target: bob.document.featuredCollections,
  })
  await network.settle()
  const listed = async () =>
    (await alice.get(`/api/v1/accounts/${bobId}/collections`)).json().collections
  assert.deepEqual(await listed(), [])

  await send(bob, {
    id: `${bob.uri}#a1`,
    type: 'Add',
    object: document,
    target: bob.document.featuredCollections,
  })
  await network.settle()
  const [collection] = await listed()
  const carolId = await meet(server, carol)
  assert.equal(collection.description, '<b>bold</b>')
  assert.deepEqual(
    collection.items.map((one: { account_id: string }) => one.account_id),
    [carolId],
  )

  // consent that is taken back, by nobody else than who gave it
  const revoke = (actor: PeerActor) =>
    send(actor, {
      id: `${actor.uri}#d1`,
      type: 'Delete',
      object: { id: peer.url('/stamps/carol'), type: 'FeatureAuthorization' },
    })
  await revoke(bob)
  await network.settle()
  assert.equal((await listed())[0].items.length, 1)
  await revoke(carol)
  await network.settle()
  assert.equal((await listed())[0].items.length, 0)

  await send(bob, {
    id: `${bob.uri}#r1`,
    type: 'Remove',
    object: uri,
    target: bob.document.featuredCollections,
  })
  await network.settle()
  assert.deepEqual(await listed(), [])
})

test('FEP-7aa9 a request is answered by the policy, for the sender and its own collection alone', async () => {
  await using pair = await startPair()
  const { peer, server, alice, network } = pair
  const [bob, carol] = [addCurator(pair, 'bob'), addCurator(pair, 'carol')]
  const { id: instrument } = serveCollection(pair, bob, [])
  for (const actor of [bob, carol]) await meet(server, actor)
  let count = 0
  const ask = async (actor: PeerActor) => {
    peer.received.length = 0
    const activity = { type: 'FeatureRequest', object: alice.uri, instrument }
    const id = `${actor.uri}/requests/${++count}`
    await peer.send(actor, { id, ...activity }, { inbox: `${alice.uri}/inbox` })
    await network.settle()
    return peer.received.map(({ json }) => json)
  }

  const [accept] = await ask(bob)
  assert.partialDeepStrictEqual(accept, {
    type: 'Accept',
    actor: alice.uri,
    to: bob.uri,
    object: `${bob.uri}/requests/1`,
  })
  const { '@context': _, ...authorization } = (await peer.get(accept.result)).json
  assert.deepEqual(authorization, {
    id: accept.result,
    type: 'FeatureAuthorization',
    interactingObject: instrument,
    interactionTarget: alice.uri,
  })
  assert.deepEqual(await ask(carol), [], "it is bob's collection")
  const repeated = await ask(bob)
  assert.equal(repeated[0].result, accept.result)

  const mine = (await alice.get(`/api/v1/accounts/${alice.id}/in_collections`)).json().collections
  const item = mine[0].items[0].id
  await alice.post(`${COLLECTIONS}/${mine[0].id}/items/${item}/revoke`)
  await network.settle()
  assert.equal((await peer.get(accept.result)).status, 404)
  assert.equal((await ask(bob))[0].type, 'Reject', 'who left stays out')
})

test('FEP-7aa9 the documents of a collection are read, but not by whom its owner shuts out', async () => {
  await using pair = await startPair()
  const { peer, server, alice } = pair
  const { origin } = server.app.config
  const actor = (await peer.get(alice.uri)).json
  const { id, uri } = await makeCollection(alice, { account_ids: [alice.id], discoverable: true })
  const base = `${origin}/ap/users/${alice.id}`

  assert.equal(actor.featuredCollections, `${base}/featured_collections`)
  assert.deepEqual(actor.interactionPolicy.canFeature, { automaticApproval: [PUBLIC] })
  const list = (await peer.get(actor.featuredCollections)).json
  assert.deepEqual([list.type, list.totalItems], ['Collection', 1])
  const page = (await peer.get(list.first)).json
  const collection = (await peer.get(uri)).json
  assert.equal(uri, `${base}/collections/${id}`)
  assert.deepEqual(page.items[0].id, uri)
  assert.partialDeepStrictEqual(collection, {
    type: 'FeaturedCollection',
    attributedTo: alice.uri,
    orderedItems: [{ type: 'FeaturedItem', featuredObject: alice.uri }],
  })
  const [item] = collection.orderedItems
  assert.equal((await peer.get(item.id)).json.featuredObject, alice.uri)
  assert.equal((await peer.get(item.featureAuthorization)).json.interactingObject, uri)
  assert.equal((await peer.get(`${base}/collections/1`)).status, 404)

  const bob = peer.addActor('bob')
  await alice.post(`/api/v1/accounts/${await meet(server, bob)}/block`)
  assert.equal((await peer.get(uri, { actor: bob })).status, 404)
  assert.equal((await peer.get(item.id, { actor: bob })).status, 404)
  assert.equal((await peer.get(actor.featuredCollections, { actor: bob })).json.totalItems, 0)
})
