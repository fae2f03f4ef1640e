import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { createDeferredJobs } from './deferred-jobs.ts'
import type { Transact, Tx } from './tx.ts'

test('a flush waits for the jobs that are being queued already, and a failure for nobody', async () => {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const queued: string[] = []
  const transact = (async (work: (tx: Tx) => Promise<void>) => {
    await committed
    await work({ enqueue: ({ uniqueKey = '' }) => queued.push(uniqueKey) } as unknown as Tx)
    if (queued.length === 1) throw new Error('the database is away')
  }) as Transact
  const jobs = createDeferredJobs(transact, pino({ level: 'silent' }))
  jobs.add({ kind: 'kind', payload: {}, uniqueKey: 'first' })
  const begun = jobs.flush()
  let isFlushed = false
  // a stop of the server, while the timer has begun to queue
  const flushed = jobs.flush().then(() => {
    isFlushed = true
  })

  await turn()
  assert.equal(isFlushed, false)
  jobs.add({ kind: 'kind', payload: {}, uniqueKey: 'second' })
  commit()
  await Promise.all([begun, flushed, jobs.flush()])

  assert.deepEqual(queued, ['first', 'second'])
})
