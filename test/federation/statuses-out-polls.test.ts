import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/peer.ts'
import { noteOf, startTrio, typesAt } from '../support/trio.ts'

test('votes in a poll elsewhere are Notes to its author alone, one for each choice', async () => {
  await using trio = await startTrio()
  const { alice, away, far, carol, server } = trio
  const note = await noteOf(server, far, carol, {
    type: 'Question',
    anyOf: ['a', 'b', 'c'].map((name) => ({ type: 'Note', name })),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
  })

  const path = `/api/v1/polls/${note.pollId}/votes`
  const response = await alice.post(path, { choices: [0, 2] })
  assert.equal(response.statusCode, 200, response.body)
  await trio.settle()

  const votes = far.received.map(({ json }) => json)
  assert.deepEqual(
    votes.map((vote) => vote.object.name),
    ['a', 'c'],
  )
  for (const vote of votes) {
    assert.equal(vote.type, 'Create')
    assert.deepEqual(vote.to, [carol.uri])
    assert.equal(vote.cc, undefined)
    assert.partialDeepStrictEqual(vote.object, {
      type: 'Note',
      attributedTo: alice.uri,
      inReplyTo: note.uri,
      to: [carol.uri],
    })
    assert.equal(vote.object.content, undefined)
  }
  assert.equal(new Set(votes.map((vote) => vote.object.id)).size, 2)
  assert.deepEqual(typesAt(away), [])
})

test('figures of a poll here are sent some minutes after votes, together, and at its end', async () => {
  await using trio = await startTrio()
  const { alice, away, server } = trio
  const voters = [await trio.network.signUp('one@home'), await trio.network.signUp('two@home')]
  const poll = { options: ['a', 'b'], expires_in: 3600 }
  const post = await alice.publish('which?', { poll })
  for (const voter of voters) {
    await voter.post(`/api/v1/polls/${post.poll.id}/votes`, { choices: [1] })
  }
  await trio.settle()
  assert.deepEqual(typesAt(away), ['Create'])

  server.clock.now += 200_000
  await trio.settle()
  assert.deepEqual(typesAt(away), ['Create', 'Update'])
  const question = away.received[1]!.json.object
  assert.equal(question.type, 'Question')
  assert.equal(question.updated, undefined, 'it was not edited')
  assert.deepEqual(
    question.oneOf.map((option: Json) => [option.name, option.replies.totalItems]),
    [
      ['a', 0],
      ['b', 2],
    ],
  )
  assert.equal(question.votersCount, 2)
  assert.equal(question.closed, undefined)

  server.clock.now += 3_600_000
  await trio.settle()
  assert.deepEqual(typesAt(away), ['Create', 'Update', 'Update'])
  const last = away.received[2]!.json
  assert.equal(last.object.closed, last.object.endTime)
  assert.notEqual(last.id, away.received[1]!.json.id)
})

test('a poll that hides its figures says nothing about them until it has ended', async () => {
  await using trio = await startTrio()
  const { alice, away, server } = trio
  const voter = await trio.network.signUp('one@home')
  const poll = { options: ['a', 'b'], expires_in: 3600, hide_totals: true }
  const post = await alice.publish('which?', { poll })
  await voter.post(`/api/v1/polls/${post.poll.id}/votes`, { choices: [0] })
  server.clock.now += 200_000
  await trio.settle()

  assert.deepEqual(typesAt(away), ['Create'])
  const [option] = away.received[0]!.json.object.oneOf
  assert.deepEqual(option.replies, { type: 'Collection' })

  server.clock.now += 3_600_000
  await trio.settle()
  assert.deepEqual(typesAt(away), ['Create', 'Update'])
  assert.equal(away.received[1]!.json.object.oneOf[0].replies.totalItems, 1)
})
