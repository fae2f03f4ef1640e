import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recent } from './periodic-value.ts'

test('a value is worked out once in its lifetime, also for many who ask at once', async () => {
  let now = 0
  let loads = 0
  const value = recent(
    () => now,
    1000,
    async () => ++loads,
  )

  assert.deepEqual(await Promise.all([value.get(), value.get(), value.get()]), [1, 1, 1])
  now = 999
  assert.equal(value.peek(), 1)
  assert.equal(await value.get(), 1)
  now = 1000
  assert.equal(value.peek(), undefined)
  assert.equal(await value.get(), 2)
})

test('a failure is not kept', async () => {
  let loads = 0
  const value = recent(
    () => 0,
    1000,
    async () => {
      if (++loads === 1) throw new Error('away')
      return loads
    },
  )

  await assert.rejects(value.get(), /away/)
  assert.equal(await value.get(), 2)
})
