import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { NewJob } from '../transact.ts'
import type { JobHandlers } from './handlers.ts'

/** rows in one statement, so that the number of parameters stays bounded */
const BATCH = 500

/**
 * Queues jobs in the transaction that `db` belongs to. One whose kind and unique key another job
 * has that waits (is neither running nor parked) is left out.
 *
 * @param now ms since 1970: when jobs without `runAt` are due
 */
export async function enqueueJobs(
  db: Db,
  jobs: readonly NewJob[],
  now: number,
  newId: () => string,
): Promise<void> {
  for (let from = 0; from < jobs.length; from += BATCH) {
    const rows = jobs.slice(from, from + BATCH).map((job) => ({
      ...waiting(newId(), job.kind, job.runAt ?? now, now),
      unique_key: job.uniqueKey ?? null,
      payload: JSON.stringify(job.payload),
    }))
    await db
      .insertInto('job')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The one row of a kind that runs again and again: its id follows from the kind. */
export function recurringId(kind: string): string {
  const digest = createHash('sha256').update(kind).digest().readUIntBE(0, 6)
  // Minted ids begin in June 2018, above these; all have 18 digits.
  return (100_000_000_000_000_000n + BigInt(digest % 1e14)).toString()
}

/**
 * Makes sure that every recurring kind has its row, however many processes do so at once. The
 * first run comes within a minute, not at once, to leave the start alone.
 */
export async function ensureRecurring(db: Db, handlers: JobHandlers, now: number): Promise<void> {
  const rows = Object.entries(handlers).flatMap(([kind, { every }]) => {
    if (every === undefined) return []
    return [waiting(recurringId(kind), kind, now + Math.min(every, 60_000), now)]
  })
  if (rows.length === 0) return
  await db
    .insertInto('job')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function waiting(id: string, kind: string, runAt: number, now: number) {
  return {
    id,
    kind,
    unique_key: null,
    payload: '{}',
    run_at: runAt,
    attempts: 0,
    locked_until: null,
    parked_at: null,
    last_error: null,
    created_at: now,
  }
}
