import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE } from '../../../src/kernel/base/durations.ts'
import type { NetworkUser } from '../../support/network.ts'
import {
  assertAlike,
  befriend,
  bodyOf,
  describeBothWays,
  heard,
  news,
  statusSeen,
} from '../../support/two-servers.ts'

describeBothWays('polls across two servers', {}, (crossing) => {
  async function start(more: Record<string, unknown> = {}) {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    const poll = { options: ['tea', 'coffee', 'water'], expires_in: 3600, ...more }
    const status = await alice.publish('What do you drink?', { poll })
    await crossing.settle()
    return { alice, bob, status }
  }

  async function vote(voter: NetworkUser, status: { uri: string }, choices: number[]) {
    const { poll } = await statusSeen(voter, status)
    const response = await voter.post(`/api/v1/polls/${poll.id}/votes`, { choices })
    await crossing.settle()
    return response
  }

  test('a vote from the other server counts, and both show the result', async () => {
    const { alice, bob, status } = await start()
    const carol = await crossing.signUpFrom('carol')
    await assertAlike([alice, bob], status)

    const voted = await bodyOf(vote(bob, status, [1]))
    await bodyOf(vote(carol, status, [0]))
    // results are told when some time has passed
    await crossing.pass(5 * MINUTE)

    assert.deepEqual([voted.voted, voted.own_votes], [true, [1]])
    const { poll } = await assertAlike([alice, bob], status)
    assert.deepEqual(
      poll.options.map((option: { votes_count: number }) => option.votes_count),
      [1, 1, 0],
    )
    assert.deepEqual([poll.votes_count, poll.voters_count, poll.expired], [2, 2, false])
    assert.equal((await vote(bob, status, [0])).statusCode, 422, 'nobody votes twice')
    assert.deepEqual(await heard(alice), [news('follow', bob)], 'a vote is no mention')
    assert.deepEqual((await bodyOf(alice.get('/api/v1/conversations'))).length, 0)
  })

  test('several choices are taken where that is allowed, and counted as one voter', async () => {
    const { alice, bob, status } = await start({ multiple: true })

    await bodyOf(vote(bob, status, [0, 2]))
    await crossing.pass(5 * MINUTE)

    const { poll } = await assertAlike([alice, bob], status)
    assert.equal(poll.multiple, true)
    assert.deepEqual([poll.votes_count, poll.voters_count], [2, 1])
  })

  test('whoever voted hears when a poll has ended, with the same result for all', async () => {
    const { alice, bob, status } = await start()
    await bodyOf(vote(bob, status, [2]))

    await crossing.pass(HOUR + 5 * MINUTE)
    await crossing.pass(5 * MINUTE)

    const { poll } = await assertAlike([alice, bob], status)
    assert.deepEqual([poll.expired, poll.votes_count, poll.voters_count], [true, 1, 1])
    assert.equal((await heard(bob))[0], news('poll', alice))
    assert.equal((await heard(alice))[0], news('poll', alice))
    assert.equal((await vote(bob, status, [0])).statusCode, 422)
  })

  test('an edit that changes what may be chosen drops the votes on both', async () => {
    const { alice, bob, status } = await start()
    await bodyOf(vote(bob, status, [2]))
    await crossing.pass(HOUR / 2)

    const poll = { options: ['milk', 'juice'], expires_in: 7200 }
    await bodyOf(alice.put(`/api/v1/statuses/${status.id}`, { status: 'Drinks?', poll }))
    await crossing.pass()

    const shown = await assertAlike([alice, bob], status)
    assert.deepEqual(shown.poll.options, [
      { title: 'milk', votes_count: 0 },
      { title: 'juice', votes_count: 0 },
    ])
    assert.equal((await statusSeen(bob, status)).poll.voted, false)
    await bodyOf(vote(bob, status, [1]))
    await crossing.pass(5 * MINUTE)
    assert.equal((await assertAlike([alice, bob], status)).poll.votes_count, 1)
  })
})
