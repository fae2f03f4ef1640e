import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createQueue } from './queue.ts'

test('one thing is done after the other, in their order, also after an error', async () => {
  const seen: string[] = []
  const done = Promise.withResolvers<void>()
  const queue = createQueue<number>({
    async work(item) {
      seen.push(`begin ${item}`)
      for (let turn = item; turn < 3; turn++) await nextTurn()
      if (item === 2) throw new Error('two')
      seen.push(`end ${item}`)
      if (item === 3) done.resolve()
    },
    onError: (error, item) => seen.push(`${(error as Error).message} failed ${item}`),
    onFull: () => {},
  })

  for (const item of [1, 2, 3]) queue.push(item)
  await done.promise

  assert.deepEqual(seen, ['begin 1', 'end 1', 'begin 2', 'two failed 2', 'begin 3', 'end 3'])
})

test('nothing is done before whoever pushed has gone on', async () => {
  const seen: string[] = []
  const queue = createQueue<string>({
    work: async (item) => void seen.push(item),
    onError: () => {},
    onFull: () => {},
  })

  queue.push('pushed')
  await Promise.resolve()
  assert.deepEqual(seen, [])
  await nextTurn()
  await nextTurn()

  assert.deepEqual(seen, ['pushed'])
})

test('A54 what comes while very much is waiting is dropped', async () => {
  const done: number[] = []
  let warnings = 0
  const queue = createQueue<number>({
    work: async (item) => void done.push(item),
    onError: () => {},
    onFull: () => warnings++,
  })

  for (let item = 1; item <= 10_002; item++) queue.push(item)
  while (done.length < 10_000) await nextTurn()
  queue.push(0)
  await nextTurn()
  await nextTurn()

  assert.deepEqual(done.slice(-2), [10_000, 0])
  assert.equal(warnings, 1)
})
