import type { Logger } from 'pino'
import type { NewJob, Transact } from './transact.ts'

/** ms for which suggestions gather, so that reading costs few writes */
const GATHER = 200
/** more than these are dropped: whoever reads next suggests again */
const MOST = 500

/** A job with a key, so that it waits once however many suggest it. */
export type Suggestion = NewJob & { uniqueKey: string }

/**
 * Work that reading makes desirable, such as fetching what was looked at for the first time. It is
 * queued a little later and may be lost, so nothing may depend on it.
 */
export interface Suggestions {
  add(job: Suggestion): void
  /** queues at once what was suggested so far */
  flush(): Promise<void>
}

export function createSuggestions(transact: Transact, log: Logger): Suggestions {
  const waiting = new Map<string, Suggestion>()
  let timer: NodeJS.Timeout | null = null

  const flush = async (): Promise<void> => {
    clearTimeout(timer ?? undefined)
    timer = null
    const jobs = [...waiting.values()]
    waiting.clear()
    if (jobs.length === 0) return
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
