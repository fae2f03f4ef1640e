import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followFromPeer } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { documentAt } from '../support/known-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'
import type { Json, PeerActor } from '../support/peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

/** alice answered a post of zork's, which GoToSocial lets be answered only with consent. */
async function startWithReply() {
  const both = await startHomeAndPeer()
  const { peer, home, alice } = both
  const zork = peer.addActor('zork')
  await followOnPeer(home, alice, zork)
  const canReply = { automaticApproval: [zork.uri], manualApproval: [PUBLIC] }
  await both.deliver(zork, createOf(noteBy(zork, 'ask', { interactionPolicy: { canReply } })))
  const [post] = await alice.home()
  await followFromPeer(home, zork, alice)
  const reply = await alice.publish(`@${zork.handle} an answer`, { in_reply_to_id: post.id })
  await both.settle()
  const uri = `${both.aliceUri}/statuses/${reply.id}`
  /** as GoToSocial 0.20 sends it */
  const acceptBy = (actor: PeerActor, more: Json = {}): Json => ({
    id: `${actor.uri}/accepts/${Math.random()}`,
    type: 'Accept',
    actor: actor.uri,
    to: both.aliceUri,
    cc: [PUBLIC, `${actor.uri}/followers`],
    object: uri,
    target: `${zork.uri}/notes/ask`,
    result: `${actor.uri}/authorizations/1`,
    ...more,
  })
  return { both, zork, uri, acceptBy, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() }
}

test('a reply shows that the author of its parent approved it, and is sent once more with that', async () => {
  for (const object of [(uri: string) => uri, (uri: string) => ({ type: 'Note', id: uri })]) {
    await using world = await startWithReply()
    const { both, zork, uri, acceptBy } = world
    const approval = `${zork.uri}/authorizations/1`
    const before = await documentAt(both.peer, uri)
    both.peer.received.length = 0

    for (let time = 1; time <= 2; time++) {
      await both.deliver(zork, acceptBy(zork, { object: object(uri) }))
    }

    const note = await documentAt(both.peer, uri)
    assert.deepEqual([before.approvedBy, before.replyAuthorization], [undefined, undefined])
    assert.deepEqual([note.approvedBy, note.replyAuthorization], [approval, approval])
    assert.equal(note.updated, undefined)
    const [create, ...more] = both.peer.received.map(({ json }) => json)
    assert.deepEqual(more, [])
    assert.deepEqual([create.type, create.object.approvedBy], ['Create', approval])
    const gts = JSON.stringify(note['@context'])
    assert.match(gts, /"replyAuthorization":\{"@id":"gts:replyAuthorization","@type":"@id"\}/)
  }
})

test('GoToSocial before 0.19 names no approval: its Accept is that', async () => {
  await using world = await startWithReply()
  const { both, zork, uri, acceptBy } = world
  const { result: _, ...accept } = acceptBy(zork)

  await both.deliver(zork, accept)

  assert.equal((await documentAt(both.peer, uri)).approvedBy, accept.id)
})

test('nobody but the author of the parent approves a reply, and what they reject is approved no more', async () => {
  await using world = await startWithReply()
  const { both, zork, uri, acceptBy } = world
  const mallory = both.peer.addActor('mallory')
  const approvedBy = async () => (await documentAt(both.peer, uri)).approvedBy

  await both.deliver(mallory, acceptBy(mallory))
  await both.deliver(zork, acceptBy(zork, { result: 'https://elsewhere.example/1' }))
  assert.equal(await approvedBy(), undefined)
  await both.deliver(zork, acceptBy(zork))
  assert.equal(await approvedBy(), `${zork.uri}/authorizations/1`)
  await both.deliver(mallory, acceptBy(mallory, { type: 'Reject' }))
  assert.equal(await approvedBy(), `${zork.uri}/authorizations/1`)
  await both.deliver(zork, acceptBy(zork, { type: 'Reject', result: undefined }))
  assert.equal(await approvedBy(), undefined)
})
