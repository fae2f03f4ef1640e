import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../kernel/base/durations.ts'
import { floorFor, HALF_LIFE, riseOf, statusScore, thresholdFor, trendOf } from './scoring.ts'

test('how many must use something follows how many people post', () => {
  assert.deepEqual([0, 1, 24, 25, 49, 81, 1e6].map(thresholdFor), [2, 2, 2, 3, 4, 5, 5])
})

test('what rises is more than the day before, measured by that', () => {
  assert.deepEqual(
    [riseOf(5, 0, 5), riseOf(5, 1, 5), riseOf(20, 10, 5), riseOf(110, 100, 5)],
    [16, 16, 10, 1],
  )
  assert.deepEqual([riseOf(4, 0, 5), riseOf(10, 10, 5), riseOf(9, 10, 5)], [0, 0, 0])
})

test('a peak halves, is topped by a higher one, and forgotten after two days', () => {
  const measure = { halfLife: HALF_LIFE.tag, floor: floorFor(5), before: undefined }
  const first = trendOf({ ...measure, rise: 16, now: 0 })!
  const at = (hours: number, rise = 16) =>
    trendOf({ ...measure, rise, before: first, now: hours * HOUR })

  assert.deepEqual(first, { score: 16_000, peak: 16_000, peak_at: 0 })
  assert.equal(at(4)!.score, 8000)
  assert.equal(at(16)!.score, 1000)
  assert.deepEqual(at(17), { score: 0, peak: 16_000, peak_at: 0 })
  assert.deepEqual(at(17, 17), { score: 17_000, peak: 17_000, peak_at: 17 * HOUR })
  assert.deepEqual(at(49), { score: 16_000, peak: 16_000, peak_at: 49 * HOUR })
  assert.equal(at(49, 0), null)
})

test('a status is measured by its marks and its age; one from the future is new', () => {
  assert.equal(statusScore(3, 0, 2), 4000)
  assert.equal(statusScore(3, 4 * HOUR, 2), 2000)
  assert.equal(statusScore(3, -HOUR, 2), 4000)
  assert.equal(statusScore(1, 0, 2), 0)
  assert.equal(statusScore(2, 17 * HOUR, 2), 0)
})
