import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { documentAt } from '../support/known-peer.ts'
import { createOf, noteTo } from '../support/notes.ts'

test('A119 a post of others dated before a conversation here does not become its beginning', async () => {
  await using stage = await startHomeAndPeer()
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  const post = await alice.publish('hello')
  const { context, id } = await documentAt(peer, post.uri)
  const published = '1970-01-01T00:00:00Z'
  const named = noteTo(mallory, 'named', alice, { published, context })
  const second = '1970-01-01T00:00:01Z'
  const answer = noteTo(mallory, 'answer', alice, { published: second, inReplyTo: id })
  const other = { published, context: peer.url('/contexts/1') }
  const elsewhere = noteTo(mallory, 'elsewhere', alice, other)

  for (const note of [named, answer, elsewhere]) await stage.deliver(mallory, createOf(note))

  const { attributedTo, first } = await documentAt(peer, context)
  assert.equal(attributedTo, alice.uri)
  assert.deepEqual(first.items, [named.id, answer.id, id])
  assert.deepEqual((await documentAt(peer, `${context}/items`)).items, first.items)
  assert.equal((await documentAt(peer, id)).context, context)
  const later = await alice.publish('and more', { in_reply_to_id: post.id })
  assert.equal((await documentAt(peer, later.uri)).context, context)
})

test('A119 a private conversation here, and one begun elsewhere, are no collections', async () => {
  await using stage = await startHomeAndPeer()
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  const secret = await alice.publish('psst', { visibility: 'private' })
  const open = await alice.publish('aloud', { in_reply_to_id: secret.id, visibility: 'public' })
  await stage.deliver(mallory, createOf(noteTo(mallory, 'nameless', alice)))
  const nameless = (await stage.stored()).find(({ content }) => content === '<p>nameless</p>')
  const answer = await alice.publish('an answer', { in_reply_to_id: nameless?.id })
  const { context } = await documentAt(peer, open.uri)

  assert.equal((await documentAt(peer, answer.uri)).context, undefined)
  assert.equal((await peer.get(context)).status, 404)
  const here = context.replace(/\d+$/, nameless?.conversation_id)
  assert.equal((await peer.get(here)).status, 404)
  const joining = noteTo(mallory, 'joining', alice, { context: here })
  await stage.deliver(mallory, createOf(joining))
  const joined = (await stage.stored()).find(({ uri }) => uri === joining.id)
  assert.notEqual(joined?.conversation_id, nameless?.conversation_id, 'no conversation of ours')
})
