import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrderedQueues } from './ordered-queues.ts'

test('what has the same name runs in its order, other names at the same time', async () => {
  const queues = createOrderedQueues(60_000)
  const began: string[] = []
  const work = (name: string, ms: number) => async () => {
    began.push(name)
    await sleep(ms)
  }

  const first = queues.run('a', work('a1', 20))
  const second = queues.run('a', work('a2', 0))
  const third = queues.run('a', work('a3', 0))
  const other = queues.run('b', work('b1', 0))
  const ran = await Promise.all([first, second, third, other])

  assert.deepEqual(began, ['a1', 'b1', 'a2', 'a3'])
  assert.deepEqual(ran, [true, true, true, true])
})

test('who waits too long does not run, and those behind keep their order', async () => {
  const queues = createOrderedQueues(10)
  const began: string[] = []
  const gate = Promise.withResolvers<void>()

  const slow = queues.run('a', () => gate.promise)
  const late = await queues.run('a', async () => void began.push('late'))
  const last = queues.run('a', async () => void began.push('last'))
  gate.resolve()
  await slow

  assert.equal(late, false)
  assert.equal(await last, true)
  assert.deepEqual(began, ['last'])
})

test('work that fails holds up nothing', async () => {
  const queues = createOrderedQueues(60_000)

  const failing = queues.run('a', () => Promise.reject(new Error('no')))
  const next = queues.run('a', async () => {})

  await assert.rejects(failing, /no/)
  assert.equal(await next, true)
})
