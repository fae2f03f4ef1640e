import type { Logger } from 'pino'
import type { NewJob, Transact } from './tx.ts'

/** ms for which suggested jobs are collected, so that reads cause few writes */
const GATHER = 200
/** further suggestions are dropped: a later read suggests the job again */
const MOST = 500

/** A job with a unique key, so that repeated suggestions queue it only once. */
export type DeferredJob = NewJob & { uniqueKey: string }

/**
 * Jobs that a read suggests, such as fetching a remote object that is viewed for the first time. They are
 * queued a little later and may be lost, so nothing may depend on them.
 */
export interface DeferredJobs {
  add(job: DeferredJob): void
  /** queues the jobs suggested so far at once; resolves when they are, those that were being queued already too */
  flush(): Promise<void>
}

export function createDeferredJobs(transact: Transact, log: Logger): DeferredJobs {
  const waiting = new Map<string, DeferredJob>()
  let timer: NodeJS.Timeout | null = null
  let queueing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer ?? undefined)
    timer = null
    const jobs = [...waiting.values()]
    waiting.clear()
    if (jobs.length > 0) queueing = queueing.then(() => queue(jobs))
    return queueing
  }
  const queue = async (jobs: readonly DeferredJob[]): Promise<void> => {
    try {
      await transact(async (tx) => {
        for (const job of jobs) tx.enqueue(job)
      })
    } catch (error) {
      log.warn({ err: error }, 'suggested jobs were not queued')
    }
  }
  return {
    add(job) {
      if (waiting.size >= MOST) return
      waiting.set(`${job.kind} ${job.uniqueKey}`, job)
      timer ??= setTimeout(flush, GATHER)
    },
    flush,
  }
}
