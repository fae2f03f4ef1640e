import type { Db } from '../db/database.ts'
import type { Tx } from '../transact.ts'
import { type Job, rescheduleJob } from './queries.ts'

const ROWS_AT_ONCE = 500

/** How many jobs of a kind there are. */
export interface KindCount {
  kind: string
  waiting: number
  /** taken by a process, or by one that has just ended */
  running: number
  parked: number
  /** of those that wait, ms since 1970; null: none does */
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

/** Jobs that failed for the last time, newest first. */
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
 * Lets up to 500 parked jobs run again, with all their tries.
 * @param choice which: some by id, those of a kind, or all
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
  const jobs = await query.orderBy('id').limit(ROWS_AT_ONCE).execute()
  for (const job of jobs) {
    await rescheduleJob(tx.db, job, { runAt: tx.now, error: null, attempts: 0 })
  }
  return jobs.length
}
