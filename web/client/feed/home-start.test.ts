import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginsAtNewest } from './home-start.ts'

const MINUTE = 60_000

test('after an absence home begins at the newest, and otherwise where one was', () => {
  const begins = (minutes: number) =>
    beginsAtNewest({ start: 'auto', absence: 4 }, minutes * MINUTE)

  assert.deepEqual([-5, 0, 239, 240, 10_000].map(begins), [false, false, false, true, true])
})

test('who always wants the same gets it', () => {
  for (const away of [0, 1e10]) {
    assert.equal(beginsAtNewest({ start: 'newest', absence: 4 }, away), true)
    assert.equal(beginsAtNewest({ start: 'left', absence: 4 }, away), false)
  }
})
