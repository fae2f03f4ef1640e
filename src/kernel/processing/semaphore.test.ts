import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs so many at a time, in order, also after a failure', async () => {
  const semaphore = createSemaphore(2)
  const seen: number[] = []
  let [running, most] = [0, 0]
  const work = (number: number) => async () => {
    most = Math.max(most, ++running)
    seen.push(number)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    if (number === 1) throw new Error('failed')
    return number
  }

  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => semaphore(work(number))))

  assert.equal(most, 2)
  assert.deepEqual(seen, [0, 1, 2, 3, 4])
  assert.deepEqual(
    results.map((result) => result.status === 'fulfilled' && result.value),
    [0, false, 2, 3, 4],
  )
})
