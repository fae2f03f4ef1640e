import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../test/support/in-time.ts'
import type { Packet } from './link.ts'
import { createOutbox } from './outbox.ts'

const packet = (text: string): Packet => ({ channels: ['all'], text })
test('packets of one turn leave together, in order', async () => {
  const sent: string[][] = []
  using outbox = createOutbox(async (packets) => {
    sent.push(packets.map(({ text }) => text))
  }, assert.fail)

  for (const text of ['a', 'b', 'c']) outbox.push(packet(text))
  await until(() => sent.length > 0)
  outbox.push(packet('d'))
  await until(() => sent.length > 1)

  assert.deepEqual(sent, [['a', 'b', 'c'], ['d']])
})

test('packets that cannot be sent wait, and a loss of the oldest is reported after the first success', async () => {
  const sent: string[] = []
  let isAway = true
  let reported = 0
  using outbox = createOutbox(
    async (packets) => {
      if (isAway) throw new Error('away')
      sent.push(...packets.map(({ text }) => text))
    },
    () => {
      reported += 1
      assert.ok(sent.length > 0)
    },
  )

  for (let at = 0; at < 2_003; at++) outbox.push(packet(String(at)))
  assert.equal(outbox.dropped, 3)
  await delay(20)
  isAway = false
  await until(() => sent.length === 2_000)

  assert.deepEqual([sent[0], sent.at(-1)], ['3', '2002'])
  assert.equal(reported, 1)
})
