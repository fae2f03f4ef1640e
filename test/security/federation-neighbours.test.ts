import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Attack, authors, startAttack } from '../support/impostors.ts'
import { createOf, noteBy, noteTo, serveAt } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'
import { signUpStaff } from '../support/staff.ts'

const AS2 = 'https://www.w3.org/ns/activitystreams'
const LD = [AS2, 'https://w3id.org/fep/7aa9']
const RELAYS = '/api/rookery/v1/admin/relays'

/** bob's server hosts somebody else, who may put documents there. */
async function startWithNeighbour() {
  const at = await startAttack()
  return { ...at, neighbour: at.bobs.addActor('neighbour') }
}

/** How many somebody sees in a collection of mallory's that names bob, with this consent. */
async function membersBy(at: Attack, name: string, consent: Json): Promise<number> {
  const { alice, bob, bobs, mallory, peer } = at
  const id = peer.url(`/lists/${name}`)
  const { id: featureAuthorization } = serveAt(bobs, {
    '@context': LD,
    id: bobs.url(`/consents/${name}`),
    type: 'FeatureAuthorization',
    interactingObject: id,
    interactionTarget: bob.uri,
    ...consent,
  })
  const item = { id: `${id}/1`, type: 'FeaturedItem', featuredObject: bob.uri }
  serveAt(peer, {
    '@context': LD,
    id,
    type: 'FeaturedCollection',
    name: 'Theirs',
    attributedTo: mallory.uri,
    orderedItems: [{ ...item, featureAuthorization }],
    totalItems: 1,
  })
  const [found] = (await alice.search(id)).collections
  await at.settle()
  return (await alice.get(`/api/v1/collections/${found.id}`)).json().collection.item_count
}

test('A72 S-562 a neighbour on the same server does not agree for somebody to be in a collection', async () => {
  await using at = await startWithNeighbour()
  const { bob, neighbour } = at
  const forged: Json[] = [
    neighbour.uri,
    [bob.uri, neighbour.uri],
    [neighbour.uri, bob.uri],
    { type: 'Person', id: neighbour.uri },
    { type: 'Person' },
  ]

  for (const [index, attributedTo] of forged.entries()) {
    assert.equal(await membersBy(at, `forged-${index}`, { attributedTo }), 0, `${index}`)
  }
  assert.equal(await membersBy(at, 'own', { attributedTo: bob.uri }), 1)
  // as Mastodon has it
  assert.equal(await membersBy(at, 'of-the-server', {}), 1)
})

test('A72 a neighbour on the same server publishes nothing in somebody’s name', async () => {
  await using at = await startWithNeighbour()
  const { alice, bob, bobs, neighbour } = at
  const publish = async (name: string, more: Json, attributedTo: Json = bob.uri) => {
    const create = createOf(noteBy(bob, name, { attributedTo }))
    const id = bobs.url(`/activities/${name}`)
    await alice.search(serveAt(bobs, { '@context': AS2, ...create, id, ...more }).id)
    await at.settle()
  }

  await publish('signed', { actor: neighbour.uri })
  await publish('updated', { type: 'Update', actor: neighbour.uri })
  await publish('unsigned', { actor: undefined })
  await publish('both', { actor: neighbour.uri }, [bob.uri, neighbour.uri])
  assert.deepEqual(await authors(at), [])
  await publish('own', { actor: bob.uri })
  assert.deepEqual(await authors(at), [bob.uri])
})

test('A130 a post that names a neighbour beside its author is nobody’s', async () => {
  await using at = await startWithNeighbour()
  const { alice, bob, bobs, neighbour } = at
  const people = (...uris: string[]) => uris.map((id) => ({ id, type: 'Person' }))
  const lists: Json[] = [
    [bob.uri, neighbour.uri],
    [neighbour.uri, bob.uri],
    people(bob.uri, neighbour.uri),
    [neighbour.uri, ...people(bob.uri)],
    [bob.uri, {}],
  ]

  for (const [index, attributedTo] of lists.entries()) {
    const forged = noteTo(neighbour, `forged ${index}`, alice, { attributedTo })
    await alice.search(serveAt(bobs, forged).id)
    const sent = { ...forged, id: `${forged.id}-sent` }
    await at.deliver(neighbour, { ...createOf(sent), actor: neighbour.uri })
  }

  const list = serveAt(bobs, {
    '@context': LD,
    id: bobs.url('/lists/forged'),
    type: 'FeaturedCollection',
    name: 'Theirs',
    attributedTo: [bob.uri, neighbour.uri],
    orderedItems: [],
    totalItems: 0,
  })
  assert.deepEqual((await alice.search(list.id)).collections, [])
  assert.deepEqual(await authors(at), [])
  const channel = { id: neighbour.uri, type: 'Group' }
  const video = noteBy(bob, 'video', { attributedTo: [channel, ...people(bob.uri)] })
  await alice.search(serveAt(bobs, video).id)
  assert.deepEqual(await authors(at), [bob.uri], 'PeerTube names the channel, too')
})

test('A72 what stands in a document of a neighbour that is no collection is nobody’s word', async () => {
  await using at = await startWithNeighbour()
  const { alice, bob, bobs, mallory, neighbour } = at
  const { '@context': _, ...forged } = noteBy(bob, 'never said')
  const carry = (name: string, more: Json) =>
    serveAt(bobs, noteBy(neighbour, name, { orderedItems: [forged], ...more })).id
  const open = async (name: string, replies: string) => {
    await at.deliver(mallory, createOf(noteBy(mallory, name, { replies })))
    const [post] = await alice.home()
    await alice.get(`/api/v1/statuses/${post.id}/context`)
    await at.settle()
    return (await authors(at)).filter((uri) => uri !== mallory.uri)
  }

  assert.deepEqual(await open('one', carry('carrier', {})), [])
  const page = carry('page', { type: 'Note' })
  const paged = serveAt(bobs, {
    '@context': AS2,
    id: bobs.url('/replies'),
    type: 'Collection',
    first: page,
  })
  assert.deepEqual(await open('two', paged.id), [])
  assert.deepEqual(await open('three', carry('list', { type: 'OrderedCollection' })), [bob.uri])
})

test('A72 replies within a post of a neighbour are asked for at their ids', async () => {
  await using at = await startWithNeighbour()
  const { alice, bob, bobs, neighbour } = at
  const { '@context': _, ...forged } = noteBy(bob, 'never said')
  const said = serveAt(bobs, noteBy(bob, 'really said'))
  // without an id of its own the collection is part of the post
  const replies = { type: 'Collection', items: [forged, { ...said, content: 'not that' }] }
  const note = serveAt(bobs, noteTo(neighbour, 'carrier', alice, { replies }))
  await at.deliver(neighbour, createOf(note))
  const [post] = await alice.notifications()

  await alice.get(`/api/v1/statuses/${post.status.id}/context`)
  await at.settle()

  const rows = await at.home.app.db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('account.uri', '=', bob.uri)
    .select('content')
    .execute()
  assert.deepEqual(rows, [{ content: '<p>really said</p>' }])
})

test('A72 a neighbour of a relay does not speak for it', async () => {
  await using at = await startWithNeighbour()
  const { bobs, home, neighbour } = at
  const relay = bobs.addActor('relay', { type: 'Application' })
  const staff = await signUpStaff(home, 'staff', ['manageFederation'])
  await staff.post(RELAYS, { inbox_url: relay.inbox })
  await at.settle()
  const { id: _, ...follow } = bobs.receivedOf('Follow')[0]
  const answer = async (by: typeof relay, type: string) => {
    const id = `${by.uri}#answers/${type}`
    const inbox = `${home.app.config.origin}/inbox`
    await bobs.send(by, { id, type, object: follow }, { inbox })
    await at.settle()
    const row = await home.app.db.selectFrom('relay').selectAll().executeTakeFirstOrThrow()
    return [row.state, row.actor_uri]
  }

  assert.deepEqual(await answer(relay, 'Accept'), ['accepted', relay.uri])
  assert.deepEqual(await answer(neighbour, 'Accept'), ['accepted', relay.uri])
  assert.deepEqual(await answer(neighbour, 'Reject'), ['accepted', relay.uri])
  assert.deepEqual(await answer(relay, 'Reject'), ['rejected', null])
})
