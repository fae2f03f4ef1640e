import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { pino } from 'pino'
import type { App } from '../../src/kernel/core/app.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { createMetrics } from '../../src/kernel/instruments/metrics.ts'
import { createJobRunner } from '../../src/kernel/jobs/runner.ts'
import { Operator } from '../support/operator.ts'

/** Takes the job, says so, and never ends. */
const WORKER = `
  const { openDatabase } = await import(process.env.SRC + 'kernel/db/open.ts')
  const { createJobRunner } = await import(process.env.SRC + 'kernel/jobs/runner.ts')
  const { createMetrics } = await import(process.env.SRC + 'kernel/instruments/metrics.ts')
  const database = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR })
  const config = { severalProcesses: false }
  const clocks = { clock: Date.now, leaseClock: async () => Date.now() }
  const app = { config, database, ...clocks, log: console, metrics: createMetrics() }
  const run = () => {
    process.stdout.write('running')
    return new Promise(() => {})
  }
  createJobRunner(app, { 'test.work': { run } }).start()
  setInterval(() => {}, 1000)
`

test('a job whose process is killed in the middle runs again when its lease is over', async () => {
  using operator = await Operator.started()
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
  const held = database.db.selectFrom('job').select('locked_until').where('kind', '=', 'test.work')
  const leaseEnd = Number((await held.executeTakeFirstOrThrow()).locked_until)
  let now = leaseEnd - 1
  const app = {
    config: { severalProcesses: false },
    database,
    clock: () => now,
    leaseClock: async () => now,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  } as unknown as App
  const seen: unknown[] = []
  const run = async (_: App, payload: Record<string, unknown>) => void seen.push(payload)
  const runner = createJobRunner(app, { 'test.work': { run } })
  await runner.settle()
  assert.deepEqual(seen, [])

  now = leaseEnd
  await runner.settle()
  assert.deepEqual(seen, [{ n: 1 }])
  const left = await database.db.selectFrom('job').select('id').where('kind', '=', 'test.work')
  assert.deepEqual(await left.execute(), [])
})
