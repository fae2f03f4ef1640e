import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createQueue } from './queue.ts'

test('one thing is done after the other, in their order, also after an error', async () => {
  const seen: string[] = []
  const done = Promise.withResolvers<void>()
  const queue = createQueue<number>(
    async (item) => {
      seen.push(`begin ${item}`)
      for (let turn = item; turn < 3; turn++) await nextTurn()
      if (item === 2) throw new Error('two')
      seen.push(`end ${item}`)
      if (item === 3) done.resolve()
    },
    (error, item) => seen.push(`${(error as Error).message} failed ${item}`),
  )

  for (const item of [1, 2, 3]) queue.push(item)
  await done.promise

  assert.deepEqual(seen, ['begin 1', 'end 1', 'begin 2', 'two failed 2', 'begin 3', 'end 3'])
})

test('nothing is done before whoever pushed has gone on', async () => {
  const seen: string[] = []
  const queue = createQueue<string>(
    async (item) => void seen.push(item),
    () => {},
  )

  queue.push('pushed')
  await Promise.resolve()
  assert.deepEqual(seen, [])
  await nextTurn()
  await nextTurn()

  assert.deepEqual(seen, ['pushed'])
})

test('A54 what comes while very much is waiting is dropped', async () => {
  const queue = createQueue<number>(
    () => Promise.resolve(),
    () => {},
  )
  let taken = 0

  while (queue.push(taken) && taken < 100_000) taken++

  assert.equal(taken, 10_000)
  await nextTurn()
  await nextTurn()
  assert.equal(queue.push(0), true)
})
