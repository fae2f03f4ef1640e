import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../src/kernel/base/durations.ts'
import { createClockLead } from './support/clock-lead.ts'

test('no server begins at the end of an hour', () => {
  const { at } = createClockLead()

  for (let now = 0; now < 3 * HOUR; now += 7 * SECOND) {
    assert.ok((now + at(now)) % HOUR < HOUR - 5 * MINUTE, `${now}`)
  }
})

test('servers that are open at once are ahead by the same time, whenever they begin', () => {
  for (const begin of [54, 56]) {
    const { at, open } = createClockLead()
    const first = at(begin * MINUTE)
    const close = open()

    for (let minute = begin; minute < 65; minute++) assert.equal(at(minute * MINUTE), first)
    close()
  }
})

test('no later server has a time before that of an earlier one', () => {
  const { at, open } = createClockLead()
  let last = 0

  for (let now = SECOND; now < 3 * HOUR; now += 7 * SECOND) {
    const time = now + at(now)
    assert.ok(time > last)
    last = time
    open()()
  }
})
