import { setTimeout as delay } from 'node:timers/promises'
import { Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import type { NewJob } from '../core/tx.ts'

/**
 * Queues a job durably. Concurrent calls share one transaction.
 *
 * @param bytes of the request, which stay in memory until the job is written
 * @throws Unreachable if the waiting requests exceed the memory limit
 */
export type EnqueueActivity = (job: NewJob, bytes: number) => Promise<void>

const MOST_AT_ONCE = 200
/** ms until the next transaction while several requests are waiting: each transaction has a fixed cost */
const PAUSE = 2
/** maximum bytes of requests that wait to be written */
const MOST_BYTES = 64 << 20

interface PendingJob {
  job: NewJob
  bytes: number
  ended: PromiseWithResolvers<void>
}

export function createActivityEnqueuer(app: App): EnqueueActivity {
  const waiting: PendingJob[] = []
  let bytes = 0
  let writing = false

  async function write(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      await writeAll(app, waiting.splice(0, MOST_AT_ONCE))
      if (waiting.length > 0) await delay(PAUSE)
    }
    writing = false
  }

  return async (job, size) => {
    if (bytes + size > MOST_BYTES) throw new Unreachable('Too much is coming in at once')
    const ended = Promise.withResolvers<void>()
    waiting.push({ job, bytes: size, ended })
    bytes += size
    // later in this turn, so that other calls share the transaction
    if (!writing) {
      writing = true
      setImmediate(write)
    }
    try {
      await ended.promise
    } finally {
      bytes -= size
    }
  }
}

/** A failed insert does not stop the other inserts. */
async function writeAll(app: App, batch: readonly PendingJob[]): Promise<void> {
  try {
    await app.transact(async (tx) => {
      for (const { job } of batch) tx.enqueue(job)
    })
    for (const { ended } of batch) ended.resolve()
  } catch (error) {
    if (batch.length === 1) batch[0]!.ended.reject(error)
    else for (const one of batch) await writeAll(app, [one])
  }
}
