import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allMonths, topOfAxis, totalsOf } from './months.ts'

test('a year adds up, and has a busiest month where something was posted', () => {
  const months = allMonths([
    { month: 3, statuses: 4, followers: 1 },
    { month: 11, statuses: 9, followers: 0 },
  ])

  assert.equal(months.length, 12)
  assert.deepEqual(totalsOf(months), { statuses: 13, followers: 1, busiest: 11 })
  assert.deepEqual(totalsOf(allMonths([])), { statuses: 0, followers: 0, busiest: null })
})

test('an axis ends at a round number above all values, whose half is whole', () => {
  const tops = [0, 1, 3, 9, 10, 11, 57, 99, 100, 640, 1001].map(topOfAxis)

  assert.deepEqual(tops, [2, 2, 4, 10, 10, 20, 60, 100, 100, 800, 2000])
})
