import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

/** Tasks that run until they are told to end, and the names of those that have begun, in order. */
function createTasks(slots: { total: number; perKey: number }) {
  const semaphore = createKeyedSemaphore(slots)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    /** @param name with its key as the first letter */
    start(name: string) {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return semaphore(name[0] ?? '', async () => {
        begun.push(name)
        await end.promise
        return name
      })
    },
    async end(name: string, error?: Error) {
      const { resolve, reject } = ends.get(name)!
      if (error === undefined) resolve()
      else reject(error)
      await nextTurn()
    },
  }
}

test('tasks of one key take no slot of another, whoever came first', async () => {
  const tasks = createTasks({ total: 4, perKey: 2 })

  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'c2', 'b2'].map((name) => tasks.start(name))
  assert.deepEqual(tasks.begun, ['a1', 'a2', 'b1', 'c1'])
  await tasks.end('b1')
  assert.deepEqual(tasks.begun.slice(4), ['c2'])
  await tasks.end('a2')
  assert.deepEqual(tasks.begun.slice(5), ['a3'])
  await tasks.end('a1')
  await tasks.end('c1')
  assert.deepEqual(tasks.begun.slice(6), ['a4', 'b2'])
  for (const name of ['a3', 'a4', 'c2', 'b2']) await tasks.end(name)

  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'c2', 'b2'])
})

test('a task that fails gives its slot back', async () => {
  const tasks = createTasks({ total: 1, perKey: 1 })
  const failing = assert.rejects(tasks.start('a1'), /no/)
  const next = tasks.start('b1')

  await tasks.end('a1', new Error('no'))
  await failing
  await tasks.end('b1')

  assert.equal(await next, 'b1')
  const again = tasks.start('a2')
  await tasks.end('a2')
  assert.equal(await again, 'a2')
})
