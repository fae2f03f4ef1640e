import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../app.ts'
import { Unreachable } from '../errors.ts'
import type { NewJob } from '../transact.ts'

/**
 * Queues a job durably. Those that come at the same time share one transaction.
 *
 * @param bytes of the request, which are held until then
 * @throws Unreachable if more is waiting to be written than fits into memory
 */
export type Intake = (job: NewJob, bytes: number) => Promise<void>

const MOST_AT_ONCE = 200
/** ms until the next transaction while more comes in than one at a time: each has its price, however much it writes */
const PAUSE = 2
/** bytes of requests that wait to be written */
const MOST_BYTES = 64 << 20

interface Waiting {
  job: NewJob
  bytes: number
  ended: PromiseWithResolvers<void>
}

export function createIntake(app: App): Intake {
  const waiting: Waiting[] = []
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
    // later in this turn, so that what else has come is taken along
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

/** One that cannot be written does not keep the others from it. */
async function writeAll(app: App, batch: readonly Waiting[]): Promise<void> {
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
