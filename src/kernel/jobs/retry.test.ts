import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelay } from './retry.ts'

test('each failed try doubles the delay, starting at ten seconds', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((attempts) => retryDelay(attempts, 0.5)),
    [10_000, 20_000, 40_000, 80_000],
  )
})

test('the delay stays under six hours however many tries failed', () => {
  assert.equal(retryDelay(50, 0.5), 6 * 3_600_000)
})

test('jitter spreads the delay by a quarter to both sides', () => {
  assert.equal(retryDelay(1, 0), 7500)
  assert.equal(retryDelay(1, 1), 12_500)
})
