import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { pino } from 'pino'
import type { App } from '../../src/app.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createJobRunner } from '../../src/jobs/runner.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { Operator } from '../support/operator.ts'

const MINUTE = 60_000

/** Takes the job, says so, and never ends. */
const WORKER = `
  const { openDatabase } = await import(process.env.SRC + 'db/open.ts')
  const { createJobRunner } = await import(process.env.SRC + 'jobs/runner.ts')
  const database = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR })
  const app = { database, clock: Date.now, log: console }
  const run = () => {
    process.stdout.write('running')
    return new Promise(() => {})
  }
  createJobRunner(app, { 'test.work': { run } }).start()
  setInterval(() => {}, 1000)
`

test('a job whose process is killed in the middle runs again when its lease is over', async () => {
  using operator = new Operator()
  {
    await using server = await operator.open()
    await server.app.transact(async (tx) => tx.enqueue({ kind: 'test.work', payload: { n: 1 } }))
  }
  const worker = spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: { ...process.env, ...operator.env, SRC: new URL('../../src/', import.meta.url).href },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')

  const dataDir = operator.env.DATA_DIR!
  await using database = await openDatabase({ databaseUrl: null, dataDir })
  let now = Date.now()
  const app = {
    database,
    clock: () => now,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  } as unknown as App
  const seen: unknown[] = []
  const run = async (_: App, payload: Record<string, unknown>) => void seen.push(payload)
  const runner = createJobRunner(app, { 'test.work': { run } })
  await runner.settle()
  assert.deepEqual(seen, [])

  now += MINUTE
  await runner.settle()
  assert.deepEqual(seen, [{ n: 1 }])
  const left = await database.db.selectFrom('job').select('id').where('kind', '=', 'test.work')
  assert.deepEqual(await left.execute(), [])
})
