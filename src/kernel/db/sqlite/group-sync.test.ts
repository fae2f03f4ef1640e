import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unreachable } from '../../base/errors.ts'
import { createGroupSync } from './group-sync.ts'

function controlledSync() {
  const started: PromiseWithResolvers<void>[] = []
  const group = createGroupSync(() => {
    const sync = Promise.withResolvers<void>()
    started.push(sync)
    return sync.promise
  })
  const done: string[] = []
  const ask = (name: string) =>
    group.durable().then(
      () => done.push(name),
      () => done.push(`${name} failed`),
    )
  return { started, done, ask }
}

test('a sync that runs already is not joined', async () => {
  const { started, done, ask } = controlledSync()
  void ask('first')
  void ask('second')
  assert.equal(started.length, 1)

  started[0]!.resolve()
  await nextTurn()

  assert.deepEqual(done, ['first'])
  assert.equal(started.length, 2)
  started[1]!.resolve()
  await nextTurn()
  assert.deepEqual(done, ['first', 'second'])
})

test('all who wait share the next sync', async () => {
  const { started, done, ask } = controlledSync()
  for (const name of ['a', 'b', 'c', 'd']) void ask(name)

  started[0]!.resolve()
  await nextTurn()
  started[1]!.resolve()
  await nextTurn()

  assert.deepEqual(done, ['a', 'b', 'c', 'd'])
  assert.equal(started.length, 2)
})

test('a sync that fails fails those who waited for it, not the next', async () => {
  const { started, done, ask } = controlledSync()
  void ask('a')
  void ask('b')

  started[0]!.reject(new Error('EIO'))
  await nextTurn()
  started[1]!.resolve()
  await nextTurn()

  assert.deepEqual(done, ['a failed', 'b'])
})

test('a disk that does not answer is not waited for for ever', async () => {
  const group = createGroupSync(() => new Promise(() => {}), 40)

  await assert.rejects(group.durable(), Unreachable)
})
