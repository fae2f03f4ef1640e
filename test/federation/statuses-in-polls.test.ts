import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { until } from '../support/in-time.ts'
import { createOf, noteBy, serveAt, updateOf, voteBy } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

test('a poll tells its figures anew, at most each minute, and its end', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  await both.settle()
  const asking = (yes: number, no: number) =>
    serveAt(
      both.peer,
      noteBy(bob, 'ask', {
        type: 'Question',
        endTime: new Date(Date.now() + 5 * HOUR).toISOString(),
        votersCount: yes + no,
        oneOf: [
          { type: 'Note', name: 'yes', replies: { totalItems: yes } },
          { type: 'Note', name: 'no', replies: { totalItems: no } },
        ],
      }),
    )
  await both.deliver(bob, createOf(asking(1, 2)))
  const [status] = await both.alice.home()
  const figures = async () => {
    const shown = (await both.alice.get(`/api/v1/polls/${status.poll.id}`)).json()
    return shown.options.map(({ votes_count }: Json) => votes_count)
  }
  assert.deepEqual(await figures(), [1, 2])

  await both.deliver(bob, { ...updateOf(asking(3, 2), Date.now()), id: `${bob.uri}#updates/1` })
  assert.deepEqual(await figures(), [3, 2])
  asking(4, 4)
  assert.deepEqual(await figures(), [3, 2], 'within a minute')
  both.home.clock.now += 90_000
  // who asks is kept waiting for some seconds at most
  await until(async () => String(await figures()) === '4,4')

  await both.alice.post(`/api/v1/polls/${status.poll.id}/votes`, { choices: [0] })
  both.home.clock.now += 5 * HOUR
  await both.settle()
  assert.deepEqual(
    (await both.alice.notifications()).map(({ type }) => type),
    ['poll'],
  )
})

test('an edit of the options makes all votes void; an edit tells who boosted', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const ask = (names: string[]) =>
    noteBy(bob, 'ask', {
      type: 'Question',
      oneOf: names.map((name) => ({ type: 'Note', name, replies: { totalItems: 2 } })),
    })
  await both.deliver(bob, createOf(ask(['yes', 'no'])))
  const [status] = await both.alice.home()
  await both.alice.post(`/api/v1/polls/${status.poll.id}/votes`, { choices: [0] })
  await both.alice.post(`/api/v1/statuses/${status.id}/reblog`)

  await both.deliver(bob, updateOf(ask(['yes', 'no', 'perhaps']), Date.now()))

  const shown = (await both.alice.get(`/api/v1/statuses/${status.id}`)).json()
  assert.equal(shown.poll.voted, false)
  assert.equal(shown.poll.options.length, 3)
  assert.deepEqual(
    (await both.alice.notifications()).map(({ type }) => type),
    ['update'],
  )
  const history = (await both.alice.get(`/api/v1/statuses/${status.id}/history`)).json()
  assert.deepEqual(
    history.map(({ poll }: Json) => poll.options.length),
    [2, 3],
  )
})

test('votes from elsewhere count, several where several are allowed', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const poll = { options: ['tea', 'coffee', 'milk'], expires_in: 3600, multiple: true }
  const post = await both.alice.publish('drink', { poll })
  const address = { uri: post.uri, authorUri: both.aliceUri }

  for (const choice of ['tea', 'milk', 'tea']) {
    await both.deliver(bob, voteBy(bob, address, choice))
  }

  const shown = (await both.alice.get(`/api/v1/polls/${post.poll.id}`)).json()
  assert.deepEqual(
    shown.options.map(({ votes_count }: Json) => votes_count),
    [1, 0, 1],
  )
  assert.equal(shown.voters_count, 1)
})
