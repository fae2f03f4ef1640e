import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOfId } from '../../src/kernel/base/ids.ts'
import { followFromPeer } from '../support/acquaintances.ts'
import { countQueries } from '../support/count-queries.ts'
import { documentAt, noteFrom, startPair } from '../support/known-peer.ts'
import type { Json, PeerActor } from '../support/peer.ts'

test('replies are the own ones first, then those of others, page by page', async () => {
  await using pair = await startPair()
  const { alice, peer, network } = pair
  const carol = await network.signUp('carol@home')
  const post = await alice.publish('hello')
  const uri = `${alice.uri}/statuses/${post.id}`
  const answer = { in_reply_to_id: post.id }
  const own = await alice.publish('me', answer)
  const others = await carol.publish('you', answer)
  await carol.publish('whispered', { ...answer, visibility: 'private' })
  // by the clock of home
  const published = new Date(timeOfId(others.id) + 1).toISOString()
  const afar = await noteFrom(pair, 1, { inReplyTo: uri, published })

  const replies = await documentAt(peer, `${uri}/replies`)
  const page = await documentAt(peer, `${uri}/replies?page=true`)
  const last = await documentAt(peer, replies.first.next)

  assert.equal(replies.type, 'Collection')
  assert.deepEqual(replies.first.items, [`${alice.uri}/statuses/${own.id}`])
  assert.equal(page.id, `${uri}/replies?page=true`)
  assert.deepEqual(page.items, replies.first.items)
  assert.equal(last.id, replies.first.next)
  assert.deepEqual(last.items, [`${carol.uri}/statuses/${others.id}`, afar.uri])
  assert.equal(last.next, undefined)
})

test('likes and shares are counted, and nobody is named', async () => {
  await using pair = await startPair()
  const { alice, peer, network } = pair
  const carol = await network.signUp('carol@home')
  const post = await alice.publish('hello')
  for (const action of ['favourite', 'reblog']) {
    await carol.post(`/api/v1/statuses/${post.id}/${action}`)
  }

  for (const name of ['likes', 'shares']) {
    const id = `${alice.uri}/statuses/${post.id}/${name}`
    const { '@context': _, ...document } = await documentAt(peer, id)
    assert.deepEqual(document, { id, type: 'Collection', totalItems: 1 })
  }
})

test('the outbox has pages of twenty activities, newest first, that lead to each other', async () => {
  await using pair = await startPair()
  const { alice, peer, bob, server } = pair
  await followFromPeer(server, bob, alice)
  const uris: string[] = []
  for (let at = 0; at < 21; at++) {
    uris.unshift(`${alice.uri}/statuses/${(await alice.publish(`post ${at}`)).id}`)
  }
  const secret = await alice.publish('secret', { visibility: 'private' })
  const boosted = uris.at(-1)!.split('/').at(-1)!
  const boost = (await alice.post(`/api/v1/statuses/${boosted}/reblog`)).json()
  const announceUri = `${alice.uri}/statuses/${boost.id}/activity`
  const outbox = await documentAt(peer, `${alice.uri}/outbox`)

  assert.partialDeepStrictEqual(outbox, {
    id: `${alice.uri}/outbox`,
    type: 'OrderedCollection',
    totalItems: 23,
  })
  const first = await documentAt(peer, outbox.first)
  const second = await documentAt(peer, first.next)
  const idsOf = (page: Json) => page.orderedItems.map((item: Json) => item.object.id ?? item.id)
  assert.equal(first.type, 'OrderedCollectionPage')
  assert.equal(first.partOf, outbox.id)
  assert.deepEqual(idsOf(first), [announceUri, ...uris.slice(0, 19)])
  assert.deepEqual(idsOf(second), uris.slice(19))
  assert.equal(second.next, undefined)
  assert.deepEqual(idsOf(await documentAt(peer, second.prev)), idsOf(first))
  assert.deepEqual(idsOf(await documentAt(peer, outbox.last)).at(-1), uris.at(-1))

  const seen = idsOf(await documentAt(peer, outbox.first, bob))
  assert.equal(
    seen[1],
    `${alice.uri}/statuses/${secret.id}`,
    'a follower sees what is for followers',
  )
})

test('S-419 pinned posts are featured, newest pin first; to those who are blocked nothing is', async () => {
  await using pair = await startPair()
  const { alice, peer, bob, bobId, server } = pair
  const carol = peer.addActor('carol')
  await followFromPeer(server, carol, alice)
  const posts = []
  for (const visibility of ['public', 'private', 'unlisted']) {
    const { id } = await alice.publish(visibility, { visibility })
    await alice.post(`/api/v1/statuses/${id}/pin`)
    posts.unshift(`${alice.uri}/statuses/${id}`)
  }
  await alice.post(`/api/v1/accounts/${bobId}/block`)
  const address = `${alice.uri}/collections/featured`
  const featured = async (actor?: PeerActor) => {
    const collection = await documentAt(peer, address, actor)
    assert.equal(collection.id, address)
    assert.equal(collection.type, 'OrderedCollection')
    assert.equal(collection.totalItems, collection.orderedItems.length)
    return collection.orderedItems.map((item: Json) => item.id)
  }

  assert.deepEqual(await featured(), [posts[0], posts[2]])
  assert.deepEqual(await featured(carol), posts)
  assert.deepEqual(await featured(bob), [])
})

test('FEP-7888 a conversation begun here has all of it that is for all', async () => {
  await using pair = await startPair()
  const { alice, peer, network } = pair
  const carol = await network.signUp('carol@home')
  const post = await alice.publish('hello')
  const reply = await carol.publish('hi', { in_reply_to_id: post.id })
  await carol.publish('psst', { in_reply_to_id: post.id, visibility: 'private' })
  const note = await documentAt(peer, `${carol.uri}/statuses/${reply.id}`)

  const context = await documentAt(peer, note.context)
  const items = await documentAt(peer, `${note.context}/items`)

  const uris = [`${alice.uri}/statuses/${post.id}`, `${carol.uri}/statuses/${reply.id}`]
  assert.partialDeepStrictEqual(context, {
    id: note.context,
    type: 'Collection',
    attributedTo: alice.uri,
  })
  assert.deepEqual(context.first.items, uris)
  assert.deepEqual(items.items, uris)
  assert.equal(items.partOf, note.context)

  const named = { context: peer.url('/contexts/7') }
  const known = await noteFrom(pair, 1, named)
  const nameless = await noteFrom(pair, 2)
  await noteFrom(pair, 3, { inReplyTo: uris[0] })
  const contextOf = async (parentId: string) => {
    const answer = await alice.publish('an answer', { in_reply_to_id: parentId })
    return (await documentAt(peer, `${alice.uri}/statuses/${answer.id}`)).context
  }
  assert.equal(await contextOf(known.id), named.context, 'it keeps the name it was given there')
  assert.equal(await contextOf(nameless.id), undefined, 'nor is one given where we are not at home')
  assert.equal(await contextOf(post.id), note.context)
  for (const { conversation_id } of [known, nameless]) {
    const here = note.context.replace(/\d+$/, conversation_id)
    assert.equal((await peer.get(here)).status, 404)
  }
})

test('a hashtag is a collection of public posts of people here', async () => {
  await using pair = await startPair()
  const { alice, peer, home, server } = pair
  const post = await alice.publish('#Birds')
  await alice.publish('#birds', { visibility: 'unlisted' })

  const collection = await documentAt(peer, `${home}/tags/Birds`)
  const page = await documentAt(peer, collection.first)

  assert.equal(collection.id, `${home}/tags/birds`)
  assert.equal(collection.type, 'OrderedCollection')
  assert.deepEqual(page.orderedItems, [`${alice.uri}/statuses/${post.id}`])
  await server.set('timelines.hashtag.local', 'authenticated')
  assert.deepEqual((await documentAt(peer, collection.first)).orderedItems, [])
})

test('a page of the outbox costs the same number of queries however many posts it has', async () => {
  await using pair = await startPair()
  const { alice, peer, server } = pair
  await alice.publish('first')
  const page = `${alice.uri}/outbox?page=true`
  await documentAt(peer, page)
  const few = await countQueries(server, () => documentAt(peer, page))

  for (let at = 0; at < 12; at++) await alice.publish(`post ${at} #tag${at}`)
  const many = await countQueries(server, () => documentAt(peer, page))

  assert.equal(many, few)
})
