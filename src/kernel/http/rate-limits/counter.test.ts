import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCounter } from './counter.ts'

const bucket = { limit: 3, seconds: 60, per: 'network' } as const

test('counts down to nothing and then refuses until the window ends', () => {
  const counter = createCounter(bucket)

  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => counter.take('a', 61_000)),
    [2, 1, 0, -1, -1],
  )
  assert.equal(counter.left('a', 61_000), 0)
  assert.equal(counter.left('b', 61_000), 3)
  assert.equal(counter.endsAt(), 120_000)
  assert.equal(counter.endsAtText(), '1970-01-01T00:02:00.000000Z')
  assert.equal(counter.take('a', 119_999), -1)
  assert.equal(counter.take('a', 120_000), 2)
})

test('a clock that goes back starts the window that it is in', () => {
  const counter = createCounter(bucket)
  counter.take('a', 500_000)

  assert.equal(counter.take('a', 61_000), 2)
  assert.equal(counter.endsAt(), 120_000)
})

test('looking does not count', () => {
  const counter = createCounter(bucket)

  counter.left('a', 0)

  assert.equal(counter.take('a', 0), 2)
})

test('A54 keys are bounded, and who keeps coming is not forgotten', () => {
  const counter = createCounter(bucket, 100)
  for (let count = 0; count < 3; count++) counter.take('busy', 0)

  for (let other = 0; other < 10_000; other++) {
    counter.take(`flood ${other}`, 0)
    if (other % 20 === 0) assert.equal(counter.take('busy', 0), -1)
    assert.ok(counter.size() <= 100)
  }
})

test('A54 what was counted is let go when the window ends', () => {
  const counter = createCounter(bucket)
  for (let key = 0; key < 1000; key++) counter.take(String(key), 0)

  counter.take('a', 60_000)

  assert.equal(counter.size(), 1)
})
