import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { queryInTime } from './deadlines.ts'
import { DeadlinePassed } from './errors.ts'

const MS = 100

/** A connection whose answers are given here, in order; one that is broken off fails what it has not answered. */
function createClient() {
  const waiting: PromiseWithResolvers<unknown>[] = []
  const broken = new Error('Connection terminated')
  const destroy = () => {
    for (const { reject } of waiting.splice(0)) reject(broken)
  }
  const query = () => {
    const answer = Promise.withResolvers<unknown>()
    waiting.push(answer)
    return answer.promise
  }
  const stream = { cork() {}, uncork() {}, destroy }
  const client = { query, connection: { stream } } as unknown as PoolClient
  return { client, answer: (text: string) => waiting.shift()?.resolve(text) }
}

test('a statement that waits for the one before has its own time from then on', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { client, answer } = createClient()
  const both = Promise.all([queryInTime(client, 'a', MS), queryInTime(client, 'b', MS)])

  t.mock.timers.tick(1.9 * MS)
  answer('A')
  await nextTurn()
  t.mock.timers.tick(1.9 * MS)
  answer('B')

  assert.deepEqual(await both, ['A', 'B'])
})

test('a statement without an answer ends the connection, and those behind it fail', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { client } = createClient()
  const both = Promise.allSettled([queryInTime(client, 'a', MS), queryInTime(client, 'b', MS)])

  t.mock.timers.tick(2 * MS)

  const [first, second] = await both
  assert.ok(first.status === 'rejected' && first.reason instanceof DeadlinePassed)
  assert.equal(second.status, 'rejected')
})
