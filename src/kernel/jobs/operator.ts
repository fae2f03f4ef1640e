import { NotFound, Unprocessable } from '../base/errors.ts'
import type { Tx } from '../core/tx.ts'
import type { Db } from '../db/database.ts'
import { lockRow } from '../db/expressions.ts'
import { fetchPage, type Page } from '../db/pagination.ts'
import { deleteJobs, type Job, rescheduleJob } from './queries.ts'
import { recurringId } from './queue.ts'

/** maximum jobs of one call of `retryParkedJobs` */
export const RETRIED_AT_ONCE = 500

/** Counts of jobs of one kind. */
export interface KindCount {
  kind: string
  waiting: number
  /** claimed by a process, or by one that has just ended */
  running: number
  parked: number
  /** of the waiting ones, ms since 1970; null: none waits */
  oldest_due_at: number | null
}

export async function countJobs(db: Db): Promise<KindCount[]> {
  return db
    .selectFrom('job')
    .groupBy('kind')
    .orderBy('kind')
    .select((eb) => [
      'kind',
      eb.fn
        .countAll<number>()
        .filterWhere((row) =>
          row.and([row('parked_at', 'is', null), row('locked_until', 'is', null)]),
        )
        .as('waiting'),
      eb.fn.countAll<number>().filterWhere('locked_until', 'is not', null).as('running'),
      eb.fn.countAll<number>().filterWhere('parked_at', 'is not', null).as('parked'),
      eb.fn
        .min<number | null>('run_at')
        .filterWhere((row) =>
          row.and([row('parked_at', 'is', null), row('locked_until', 'is', null)]),
        )
        .as('oldest_due_at'),
    ])
    .execute()
}

/** Parked jobs, newest first. */
export async function listParkedJobs(
  db: Db,
  choice: { kind: string | null; limit: number },
): Promise<Job[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('parked_at', 'is not', null)
    .$if(choice.kind !== null, (query) => query.where('kind', '=', choice.kind!))
    .orderBy('parked_at', 'desc')
    .limit(choice.limit)
    .execute()
}

/**
 * Requeues up to 500 parked jobs with all their tries.
 * @param choice some by id, all of a kind, or all
 * @returns how many there were
 */
export async function retryParkedJobs(
  tx: Tx,
  choice: { ids: readonly string[] } | { kind: string } | 'all',
): Promise<number> {
  let query = tx.db.selectFrom('job').selectAll().where('parked_at', 'is not', null)
  if (choice !== 'all') {
    query =
      'kind' in choice ? query.where('kind', '=', choice.kind) : query.where('id', 'in', choice.ids)
  }
  const jobs = await query.orderBy('id').limit(RETRIED_AT_ONCE).execute()
  for (const job of jobs) {
    await rescheduleJob(tx.db, job, { runAt: tx.now, error: null, attempts: 0 })
  }
  return jobs.length
}

/** `running`: claimed by a process, or by one that has just ended. */
export type JobState = 'waiting' | 'running' | 'parked'

export function stateOf({ parked_at, locked_until }: Job): JobState {
  if (parked_at !== null) return 'parked'
  return locked_until === null ? 'waiting' : 'running'
}

/** A page of jobs in a state, latest queued first. */
export async function pageOfJobs(
  db: Db,
  { state, kind }: { state: JobState; kind?: string | undefined },
  page: Page,
): Promise<Job[]> {
  let query = db.selectFrom('job').selectAll()
  if (kind !== undefined) query = query.where('kind', '=', kind)
  query = query.where('parked_at', state === 'parked' ? 'is not' : 'is', null)
  if (state !== 'parked') {
    query = query.where('locked_until', state === 'running' ? 'is not' : 'is', null)
  }
  return fetchPage(query, 'job.id', page)
}

/**
 * Requeues a job for now, with all its tries. If another waiting job has the same unique key, the job is deleted.
 * @returns the job as it was
 * @throws NotFound
 * @throws Unprocessable while it runs
 */
export async function retryJob(tx: Tx, id: string): Promise<Job> {
  const job = await jobAtRest(tx, id)
  await rescheduleJob(tx.db, job, { runAt: tx.now, error: null, attempts: 0 })
  return job
}

/**
 * Deletes a job without running it.
 * @throws NotFound
 * @throws Unprocessable while it runs, and for a recurring job
 */
export async function dropJob(tx: Tx, id: string): Promise<Job> {
  const job = await jobAtRest(tx, id)
  if (job.id === recurringId(job.kind)) {
    throw new Unprocessable('This job runs again and again, so it cannot be dropped')
  }
  await deleteJobs(tx.db, [id])
  return job
}

/** A job that is not running, locked so that no process claims it before the transaction ends. */
async function jobAtRest(tx: Tx, id: string): Promise<Job> {
  await lockRow(tx.db, 'job', id)
  const job = await findJob(tx.db, id)
  if (job === null) throw new NotFound()
  if (stateOf(job) === 'running') {
    throw new Unprocessable('This job is running; please wait until it has ended')
  }
  return job
}

export async function findJob(db: Db, id: string): Promise<Job | null> {
  const row = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}
