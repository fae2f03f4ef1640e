import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../kernel/base/config.ts'
import { countWorkers, thisMachine } from './worker-count.ts'

const GB = 1024 ** 3
const DATABASE_URL = 'postgres://localhost/x'

function count(
  machine: { processors: number; memory?: number; sharesPorts?: boolean },
  env: Record<string, string> = {},
  only?: string,
) {
  const whole = { memory: 64 * GB, sharesPorts: true, ...machine }
  return countWorkers(readConfig(env, only), whole)
}

test('on SQLite a core is left for the writer, where there are more than two', () => {
  const counts = [1, 2, 3, 4, 8].map((processors) => count({ processors }).count)

  assert.deepEqual(counts, [0, 0, 2, 3, 7])
  assert.match(count({ processors: 4 }).reason ?? '', /^one less than the 4 processors$/)
})

test('on PostgreSQL half of the cores are left for it', () => {
  const counts = [2, 3, 4, 8].map((processors) => count({ processors }, { DATABASE_URL }).count)

  assert.deepEqual(counts, [0, 1, 2, 4])
  assert.match(
    count({ processors: 8 }, { DATABASE_URL }).reason ?? '',
    /^half of the 8 processors$/,
  )
})

test('memory bounds what is started without being asked for', () => {
  const counts = [0.5, 1, 2, 4, 8].map((gb) => count({ processors: 8, memory: gb * GB }).count)

  assert.deepEqual(counts, [0, 1, 3, 7, 7])
  const { reason } = count({ processors: 8, memory: 2 * GB })
  assert.equal(reason, '2048 MB of memory, 512 for each process')
})

test('the operator decides, whatever the machine has', () => {
  const small = { processors: 1, memory: GB / 4 }

  assert.deepEqual(
    [count(small, { WORKERS: '5' }).count, count(small, { WORKERS: '5' }).isAsked],
    [5, true],
  )
  assert.equal(count({ processors: 8 }, { WORKERS: '0' }).count, 0)
  assert.equal(count({ processors: 8 }, { WORKERS: '' }).count, 7)
})

test('whoever names parts or has Redis decides how many processes there are', () => {
  const redis = { DATABASE_URL, REDIS_URL: 'redis://localhost' }

  assert.equal(count({ processors: 8 }, redis).count, 0)
  assert.equal(count({ processors: 8 }, { DATABASE_URL }, 'web').count, 0)
  assert.equal(count({ processors: 8 }, { DATABASE_URL, WORKERS: '3' }, 'web').count, 3)
  // one file of settings for all processes of a machine
  const jobs = count({ processors: 8 }, { DATABASE_URL, WORKERS: '3' }, 'jobs')
  assert.deepEqual([jobs.count, jobs.reason], [0, 'jobs have no port to share'])
})

test('a system without shared ports has none', () => {
  assert.equal(count({ processors: 8, sharesPorts: false }).count, 0)
})

test('this machine has at least a processor and some memory', () => {
  const { processors, memory } = thisMachine()

  assert.ok(processors >= 1)
  assert.ok(Number.isFinite(memory) && memory > 64 * 1024 ** 2)
})
