import { Unreachable } from '../base/errors.ts'
import type { Db } from '../db/database.ts'
import { storable } from '../text/storable.ts'
import type { JobHandler } from './handlers.ts'
import {
  type Attempt,
  deleteJobs,
  type Job,
  parkJob,
  rescheduleJob,
  restartJob,
} from './queries.ts'
import { recurringId } from './queue.ts'
import { retryDelay } from './retry.ts'

const DEFAULT_ATTEMPTS = 10
/** characters of an error that are stored for the operator */
const ERROR_LENGTH = 1000

/** The outcome of a try. */
export type Outcome =
  | { type: 'done'; attempt: Attempt }
  /** a recurring job waits for its next run */
  | { type: 'repeat'; attempt: Attempt; runAt: number }
  | { type: 'retry'; attempt: Attempt; runAt: number; error: string }
  | { type: 'park'; attempt: Attempt; error: string }
  /** the end of the process cut the job off: the try does not count */
  | { type: 'release'; attempt: Attempt; runAt: number }

/** Whether a job already had its last try: then the process died during that try. */
export function isExhausted(job: Job, handler: JobHandler): boolean {
  return !isRecurring(job, handler) && job.attempts > (handler.maxAttempts ?? DEFAULT_ATTEMPTS)
}

/** @param now ms since 1970 */
export function succeeded(job: Job, handler: JobHandler, now: number): Outcome {
  if (!isRecurring(job, handler)) return { type: 'done', attempt: job }
  return { type: 'repeat', attempt: job, runAt: now + handler.every! }
}

/**
 * A recurring job is never parked: it waits at most for its next run.
 * @param now ms since 1970
 */
export function failed(job: Job, handler: JobHandler, now: number, thrown: unknown): Outcome {
  const error = storable(String(thrown).slice(0, ERROR_LENGTH))
  const delay = retryDelay(job.attempts, Math.random())
  if (isRecurring(job, handler)) {
    return { type: 'retry', attempt: job, runAt: now + Math.min(delay, handler.every!), error }
  }
  const last = job.attempts >= (handler.maxAttempts ?? DEFAULT_ATTEMPTS)
  if (last && handler.lapses === true && thrown instanceof Unreachable) {
    return { type: 'done', attempt: job }
  }
  if (last) return { type: 'park', attempt: job, error }
  return { type: 'retry', attempt: job, runAt: now + delay, error }
}

function isRecurring(job: Job, handler: JobHandler): boolean {
  return handler.every !== undefined && job.id === recurringId(job.kind)
}

/** Writes the outcomes of jobs; one statement deletes all the done ones. */
export async function writeOutcomes(db: Db, outcomes: readonly Outcome[], now: number) {
  const done = outcomes.filter(({ type }) => type === 'done')
  if (done.length > 0) {
    await deleteJobs(
      db,
      done.map(({ attempt }) => attempt.id),
    )
  }
  for (const outcome of outcomes) await writeOutcome(db, outcome, now)
}

async function writeOutcome(db: Db, outcome: Outcome, now: number): Promise<void> {
  const { attempt } = outcome
  if (outcome.type === 'repeat') return restartJob(db, attempt, outcome.runAt)
  if (outcome.type === 'park') return parkJob(db, attempt, now, outcome.error)
  if (outcome.type === 'retry') {
    const { runAt, error } = outcome
    return rescheduleJob(db, attempt, { runAt, error, attempts: attempt.attempts })
  }
  if (outcome.type === 'release') {
    const attempts = attempt.attempts - 1
    return rescheduleJob(db, attempt, { runAt: outcome.runAt, error: null, attempts })
  }
}
