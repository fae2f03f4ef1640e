import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../kernel/base/config.ts'
import { sharesOf } from './shares.ts'

const DATABASE_URL = 'postgres://localhost/x'

test('on SQLite the parent may be asked for everything, and workers do no jobs', () => {
  const { parent, worker } = sharesOf(readConfig({}), 2)

  assert.deepEqual([...parent.parts], ['web', 'streaming', 'jobs'])
  assert.deepEqual([...worker.parts], ['web', 'streaming'])
})

test('on PostgreSQL the parent does what no request is for', () => {
  const all = sharesOf(readConfig({ DATABASE_URL }), 2)
  assert.deepEqual([...all.parent.parts], ['jobs'])
  assert.deepEqual([...all.worker.parts], ['web', 'streaming'])

  const some = sharesOf(readConfig({ DATABASE_URL }, 'streaming'), 2)
  assert.deepEqual([...some.parent.parts], [])
  assert.deepEqual([...some.worker.parts], ['streaming'])
})

test('processes share the connections that one would have, down to the least that each needs', () => {
  const pools = (workers: number, env: Record<string, string> = {}) => {
    const { parent, worker } = sharesOf(readConfig({ DATABASE_URL, ...env }), workers)
    assert.deepEqual(parent.postgres, worker.postgres)
    const { processes, pool, slowPool } = worker.postgres
    return [processes, pool, slowPool]
  }

  assert.deepEqual(pools(1), [2, 5, 1])
  assert.deepEqual(pools(2), [3, 3, 1])
  assert.deepEqual(pools(7), [8, 2, 1])
  assert.deepEqual(pools(3, { DATABASE_POOL: '40', DATABASE_SLOW_POOL: '8' }), [4, 10, 2])
})
