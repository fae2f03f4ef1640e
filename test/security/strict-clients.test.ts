import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from '../../src/kernel/base/json.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

/** what clients with typed languages decode */
const INT32 = 2 ** 31 - 1
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('A115 a poll of another server has numbers and times that strict clients read', async () => {
  await using stage = await startHomeAndPeer()
  const { home, alice, peer } = stage
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  await stage.settle()
  const option = (name: string) => ({ type: 'Note', name, replies: { totalItems: 2 ** 40 } })
  const poll = {
    type: 'Question',
    votersCount: 2 ** 40,
    endTime: '+275760-09-13T00:00:00Z',
    oneOf: Array.from({ length: 50 }, (_, at) => option(`option ${at}`)),
  }
  await stage.deliver(mallory, createOf(noteBy(mallory, 'poll', poll)))

  const [{ poll: shown }] = await alice.home()
  const answer = await alice.post(`/api/v1/polls/${shown.id}/votes`, { choices: [0] })

  assert.equal(answer.statusCode, 200, answer.body)
  const { votes_count, voters_count, expires_at, options } = answer.json()
  assert.match(expires_at, TIME)
  const counts = [votes_count, voters_count, ...options.map((one: Json) => one.votes_count)]
  assert.equal(counts.length, 52)
  assert.ok(Math.max(...counts) <= INT32, String(counts))
})

test('A115 no time has a year of more or less than four digits', () => {
  for (const time of ['+275760-09-13', '-271821-04-20', '9999-12-31T23:59:59-10:00']) {
    assert.match(isoTime(Date.parse(time)), TIME, time)
  }
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z')
})
