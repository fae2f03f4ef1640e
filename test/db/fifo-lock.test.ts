import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFifoLock } from '../support/fifo-lock.ts'

test('the lock is given to one at a time, in the order of asking', async () => {
  const lock = createFifoLock()
  const seen: string[] = []
  const hold = async (name: string) => {
    const release = await lock.acquire()
    seen.push(`${name} begins`)
    await nextTurn()
    seen.push(`${name} ends`)
    release()
  }

  await Promise.all([hold('a'), hold('b'), hold('c')])

  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  assert.equal(lock.held, false)
})
