import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobTable } from '../db/schema.ts'
import type { NewJob } from '../transact.ts'
import type { JobHandlers } from './handlers.ts'

/** How many rows one statement adds: each of these is built once, as that costs more than running it. */
const SIZES = [100, 10, 1] as const

const inserts = SIZES.map((size) => ({ size, run: insertOf(size) }))

/** The insert of so many rows. Their columns are its parameters, numbered by the row. */
function insertOf(size: number) {
  return prepared((db, p: Record<string, unknown>) =>
    db
      .insertInto('job')
      .values(Array.from({ length: size }, (_, at) => rowOf(p, at)))
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function rowOf(p: Record<string, unknown>, at: number): Insertable<JobTable> {
  const columns = COLUMNS.map((column) => [column, p[`${column}${at}`]])
  return Object.fromEntries(columns)
}

const COLUMNS = [
  'id',
  'kind',
  'unique_key',
  'payload',
  'run_at',
  'attempts',
  'locked_until',
  'parked_at',
  'last_error',
  'created_at',
] as const satisfies readonly (keyof JobTable)[]

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
  let from = 0
  for (const { size, run } of inserts) {
    for (; from + size <= jobs.length; from += size) {
      const params: Record<string, unknown> = {}
      for (let at = 0; at < size; at++) {
        const job = jobs[from + at]!
        const row = {
          ...waiting(newId(), job.kind, job.runAt ?? now, now),
          unique_key: job.uniqueKey ?? null,
          payload: JSON.stringify(job.payload),
        }
        for (const column of COLUMNS) params[`${column}${at}`] = row[column]
      }
      await run(db, params)
    }
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
