import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { favouriteStatus } from '../../src/features/statuses/interact/favourites.ts'
import { findStatus } from '../../src/features/statuses/queries.ts'
import { removeStatus } from '../../src/features/statuses/write/remove.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { startNetwork } from '../support/network.ts'
import { type Json, type Peer, startPeer } from '../support/peer.ts'
import { noteOf, PUBLIC, startTrio, typesAt } from '../support/trio.ts'

const firstAt = (peer: Peer): Json => peer.received[0]?.json

test('a post goes to each shared inbox once, addressed by its visibility', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  await followFromPeer(server, away.addActor('dora'), alice)
  await meet(server, carol)
  await trio.settle()
  const followers = `${alice.uri}/followers`
  const wanted: Record<string, { to: string[]; cc: string[]; followersGet: boolean }> = {
    public: { to: [PUBLIC], cc: [followers, carol.uri], followersGet: true },
    unlisted: { to: [followers], cc: [PUBLIC, carol.uri], followersGet: true },
    private: { to: [followers], cc: [carol.uri], followersGet: true },
    direct: { to: [carol.uri], cc: [], followersGet: false },
  }

  for (const [visibility, { to, cc, followersGet }] of Object.entries(wanted)) {
    away.received.length = 0
    far.received.length = 0
    const status = await alice.publish(`hello @${carol.handle}`, { visibility })
    await trio.settle()

    assert.deepEqual(typesAt(far), ['Create'], visibility)
    const create = firstAt(far)
    assert.equal(create.id, `${alice.uri}/statuses/${status.id}/activity`)
    assert.equal(create.actor, alice.uri)
    assert.equal(create.object.id, `${alice.uri}/statuses/${status.id}`)
    for (const document of [create, create.object]) {
      assert.deepEqual(document.to, to, visibility)
      assert.deepEqual(document.cc, cc, visibility)
    }
    assert.deepEqual(typesAt(away), followersGet ? ['Create'] : [], visibility)
  }
})

test('what concerns only people here is sent to nobody', async () => {
  await using network = await startNetwork(['home'])
  await using away = await startPeer()
  const server = network.server('home')
  const alice = await network.signUp('alice@home')
  const local = await network.signUp('local@home')
  await local.follow(alice)
  await meet(server, away.addActor('bob'))

  const post = await alice.publish('hello @local')
  await local.post(`/api/v1/statuses/${post.id}/favourite`)
  await local.post(`/api/v1/statuses/${post.id}/reblog`)
  await alice.delete(`/api/v1/statuses/${post.id}`)
  await network.settle()

  assert.deepEqual(away.received, [])
  assert.deepEqual(await server.app.db.selectFrom('outgoing_activity').select('id').execute(), [])
})

test('a reply goes to whom it answers, and to the followers of somebody here whom it answers', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const local = await trio.network.signUp('local@home')
  const post = await alice.publish('a question')
  const note = await noteOf(server, far, carol)
  await trio.settle()
  away.received.length = 0

  await local.publish('an answer', { in_reply_to_id: post.id })
  await local.publish('not for all', { in_reply_to_id: post.id, visibility: 'private' })
  await local.publish('without a name', { in_reply_to_id: note.id })
  await trio.settle()

  assert.deepEqual(
    away.received.map(({ json }) => json.object.inReplyTo),
    [`${alice.uri}/statuses/${post.id}`],
  )
  assert.deepEqual(
    far.received.map(({ json }) => json.object.inReplyTo),
    [note.uri],
  )
})

test('an edit and a deletion go to everywhere the post has been', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const liker = await meet(server, carol)
  const post = await alice.publish('helo')
  await server.app.transact((tx) =>
    favouriteStatus(tx, { accountId: liker, statusId: post.id, uri: `${carol.uri}#likes/1` }),
  )
  await trio.settle()
  away.received.length = 0
  const uri = `${alice.uri}/statuses/${post.id}`

  await alice.put(`/api/v1/statuses/${post.id}`, { status: 'hello' })
  await trio.settle()
  for (const peer of [away, far]) {
    assert.deepEqual(typesAt(peer), ['Update'])
    const update = firstAt(peer)
    assert.equal(update.object.content, '<p>hello</p>')
    assert.equal(update.id, `${uri}#updates/${Date.parse(update.object.updated)}`)
    peer.received.length = 0
  }

  await alice.delete(`/api/v1/statuses/${post.id}`)
  await trio.settle()
  for (const peer of [away, far]) {
    assert.deepEqual(typesAt(peer), ['Delete'])
    const deletion = firstAt(peer)
    assert.partialDeepStrictEqual(deletion, {
      id: `${uri}#delete`,
      actor: alice.uri,
      to: [PUBLIC],
      object: { id: uri, type: 'Tombstone' },
    })
  }
})

test('an edit of what is not for all reaches nobody new: not even who favourited it', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const liker = await followFromPeer(server, carol, alice)
  const post = await alice.publish('for followers', { visibility: 'private' })
  await server.app.transact((tx) => favouriteStatus(tx, { accountId: liker, statusId: post.id }))
  await server.app.transact(async (tx) => {
    await tx.db.deleteFrom('follow').where('account_id', '=', liker).execute()
  })
  await trio.settle()
  for (const peer of [away, far]) peer.received.length = 0

  await alice.put(`/api/v1/statuses/${post.id}`, { status: 'a new secret' })
  await trio.settle()

  assert.deepEqual(typesAt(away), ['Update'])
  assert.deepEqual(typesAt(far), [])

  await alice.delete(`/api/v1/statuses/${post.id}`)
  await trio.settle()

  assert.deepEqual(typesAt(far), ['Delete'], 'but what is gone is gone there too')
})

test('whoever an edit names no more still hears of it, and is not named in it', async () => {
  await using trio = await startTrio()
  const { alice, far, carol, server } = trio
  await meet(server, carol)
  const post = await alice.publish(`hello @${carol.handle}`, { visibility: 'private' })
  await trio.settle()
  far.received.length = 0

  await alice.put(`/api/v1/statuses/${post.id}`, { status: 'hello' })
  await trio.settle()

  assert.deepEqual(typesAt(far), ['Update'])
  const update = firstAt(far)
  assert.deepEqual(update.object.tag, [])
  assert.deepEqual(update.object.cc, [])
})

test('a boost is announced to followers and to the author, and taken back', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const note = await noteOf(server, far, carol)

  const boost = (await alice.post(`/api/v1/statuses/${note.id}/reblog`)).json()
  await trio.settle()
  for (const peer of [away, far]) {
    assert.deepEqual(typesAt(peer), ['Announce'])
    const announce = firstAt(peer)
    assert.partialDeepStrictEqual(announce, {
      id: `${alice.uri}/statuses/${boost.id}/activity`,
      actor: alice.uri,
      to: [PUBLIC],
      cc: [`${alice.uri}/followers`, carol.uri],
      object: note.uri,
    })
    peer.received.length = 0
  }

  await alice.post(`/api/v1/statuses/${note.id}/unreblog`)
  await trio.settle()
  for (const peer of [away, far]) {
    assert.deepEqual(typesAt(peer), ['Undo'])
    const undo = firstAt(peer)
    assert.partialDeepStrictEqual(undo.object, {
      id: `${alice.uri}/statuses/${boost.id}/activity`,
      type: 'Announce',
      object: note.uri,
    })
  }
})

test('the Delete of a post here reaches the followers of those here who boosted it, without an Undo', async () => {
  await using trio = await startTrio()
  const { alice, far, carol, server } = trio
  const local = await trio.network.signUp('local@home')
  await followFromPeer(server, carol, local)
  const post = await alice.publish('hello')
  await local.post(`/api/v1/statuses/${post.id}/reblog`)
  await trio.settle()
  far.received.length = 0

  await alice.delete(`/api/v1/statuses/${post.id}`)
  await trio.settle()

  assert.deepEqual(typesAt(far), ['Delete'])
})

test('a private post that its author boosts goes along with the boost', async () => {
  await using trio = await startTrio()
  const { alice, away } = trio
  const post = await alice.publish('for followers', { visibility: 'private' })
  await trio.settle()
  away.received.length = 0

  await alice.post(`/api/v1/statuses/${post.id}/reblog`)
  await trio.settle()

  const announce = firstAt(away)
  assert.equal(announce.type, 'Announce')
  assert.deepEqual(announce.to, [`${alice.uri}/followers`])
  assert.equal(announce.object.content, '<p>for followers</p>')
})

test('a favourite is sent to the author and taken back by the same id', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const note = await noteOf(server, far, carol)

  for (let attempt = 1; attempt <= 2; attempt++) {
    await alice.post(`/api/v1/statuses/${note.id}/favourite`)
  }
  await alice.post(`/api/v1/statuses/${note.id}/unfavourite`)
  await trio.settle()

  assert.deepEqual(typesAt(far), ['Like', 'Undo'])
  const [like, undo] = far.received.map(({ json }) => json)
  assert.partialDeepStrictEqual(like, { actor: alice.uri, object: note.uri })
  assert.match(like.id, /#likes\/\d+$/)
  assert.equal(undo.object.id, like.id)
  assert.equal(undo.object.object, note.uri)
  assert.deepEqual(typesAt(away), [], 'nobody else is told')
})

test('S-504 pinning sends Add to the featured collection, unpinning Remove', async () => {
  await using trio = await startTrio()
  const { alice, away } = trio
  const post = await alice.publish('hello')
  await trio.settle()
  away.received.length = 0

  await alice.post(`/api/v1/statuses/${post.id}/pin`)
  await alice.post(`/api/v1/statuses/${post.id}/unpin`)
  await trio.settle()

  const [add, remove] = away.received.map(({ json }) => json)
  const named = {
    actor: alice.uri,
    object: `${alice.uri}/statuses/${post.id}`,
    target: `${alice.uri}/collections/featured`,
  }
  assert.partialDeepStrictEqual(add, { type: 'Add', ...named })
  assert.partialDeepStrictEqual(remove, { type: 'Remove', ...named })
})

test('of a deleted account no status is deleted one by one', async () => {
  await using trio = await startTrio()
  const { alice, away, bob, server } = trio
  await alice.publish(`one @${bob.handle}`)
  await alice.publish(`two @${bob.handle}`)
  await trio.settle()
  away.received.length = 0

  await server.app.transact((tx) => deleteAccount(tx, alice.id))
  await trio.settle()

  const deleted = away.receivedOf('Delete').map((activity) => activity.object)
  assert.equal(deleted.filter((object) => object?.type === 'Tombstone').length, 0)
})

test('what somebody elsewhere does is not sent on', async () => {
  await using trio = await startTrio()
  const { far, bob, carol, server } = trio
  const note = await noteOf(server, far, carol, {
    cc: [bob.uri],
    tag: [{ type: 'Mention', href: bob.uri, name: `@${bob.handle}` }],
  })
  await trio.settle()

  await server.app.transact(async (tx) => {
    const status = await findStatus(tx.db, note.id)
    await removeStatus(tx, status!, false)
  })
  await trio.settle()

  const sent = await server.app.db.selectFrom('outgoing_activity').select('type').execute()
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['Accept'],
    'of the follow with which all began',
  )
})

test('what very many follow is sent all the same', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const local = await trio.network.signUp('local@home')
  await followFromPeer(server, carol, local)
  await trio.settle()
  far.received.length = 0
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('account_stats')
      .set({ followers_count: 100_000 })
      .where('account_id', '=', alice.id)
      .execute()
  })

  const post = await alice.publish('hello')
  const gone = await alice.publish('gone at once')
  await alice.delete(`/api/v1/statuses/${gone.id}`)
  await local.publish('an answer', { in_reply_to_id: post.id })
  await alice.post(`/api/v1/statuses/${post.id}/reblog`)
  await trio.settle()

  const contents = away.receivedOf('Create').map((create: Json) => create.object.content)
  // two senders do not wait for each other
  assert.deepEqual(contents.sort(), ['<p>an answer</p>', '<p>hello</p>'])
  assert.equal(away.receivedOf('Announce').length, 1)
  assert.equal(far.receivedOf('Create').length, 1)
})
