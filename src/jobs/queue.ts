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

/** What jobs differ in, in the order of the values that the inserts are given. */
const COLUMNS = [
  'id',
  'kind',
  'unique_key',
  'payload',
  'run_at',
  'created_at',
  'from_domain',
  'from_actor',
  'bytes',
] as const

/** The insert of so many rows: their values one after the other. */
function insertOf(size: number) {
  return prepared((db, values: unknown[]) =>
    db
      .insertInto('job')
      .values(Array.from({ length: size }, (_, row) => rowOf(values, row * COLUMNS.length)))
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function rowOf(values: unknown[], from: number): Insertable<JobTable> {
  const columns = COLUMNS.map((column, at) => [column, values[from + at]])
  return { attempts: 0, ...Object.fromEntries(columns) }
}

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
      const values: unknown[] = []
      for (const { kind, uniqueKey = null, payload, runAt = now, source } of jobs.slice(
        from,
        from + size,
      )) {
        values.push(newId(), kind, uniqueKey, JSON.stringify(payload), runAt, now)
        values.push(source?.domain ?? null, source?.actor ?? null, source?.bytes ?? null)
      }
      await run(db, values)
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
    const run_at = now + Math.min(every, 60_000)
    const common = { payload: '{}', attempts: 0, created_at: now }
    return [{ id: recurringId(kind), kind, run_at, ...common }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('job')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
