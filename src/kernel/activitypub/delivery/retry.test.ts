import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE, SECOND } from '../../base/durations.ts'
import { delayOf, pauseOf, waitOf } from './retry.ts'

test('a host is left alone for longer with each failure, up to an hour', () => {
  const pause = (failures: number) => pauseOf({ failures, failingSince: 0, now: DAY }, 0.5)

  assert.equal(pause(1), 2 * SECOND)
  assert.equal(pause(2), 6 * SECOND)
  assert.equal(pause(3), 18 * SECOND)
  assert.equal(pause(8), HOUR)
  assert.equal(pause(10_000), HOUR)
})

test('a host that has failed for a week is asked once a day', () => {
  assert.equal(pauseOf({ failures: 170, failingSince: 0, now: 7 * DAY }, 0.5), DAY)
})

test('a refused delivery waits for longer each time, up to six hours', () => {
  assert.equal(delayOf(1, 0.5), 15 * SECOND)
  assert.equal(delayOf(3, 0.5), MINUTE)
  assert.equal(delayOf(5000, 0.5), 6 * HOUR)
})

test('what failed together does not come back together', () => {
  assert.equal(delayOf(3, 0), 45 * SECOND)
  assert.equal(delayOf(3, 1), 75 * SECOND)
})

test('Retry-After is read in both its forms and bounded', () => {
  const now = Date.UTC(2030, 0, 1)

  assert.equal(waitOf('90', now), 90 * SECOND)
  assert.equal(waitOf('Tue, 01 Jan 2030 00:10:00 GMT', now), 10 * MINUTE)
  assert.equal(waitOf('0', now), SECOND)
  assert.equal(waitOf('Tue, 01 Jan 2019 00:00:00 GMT', now), SECOND)
  assert.equal(waitOf('9'.repeat(400), now), 6 * HOUR)
  assert.equal(waitOf('soon', now), null)
  assert.equal(waitOf('', now), null)
  assert.equal(waitOf(undefined, now), null)
})
