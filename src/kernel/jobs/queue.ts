import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { NewJob } from '../core/tx.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobHandlers } from './handlers.ts'
import type { JobTable } from './tables.ts'

/** Numbers of rows for which an insert is prepared: building one costs more than running it. */
const SIZES = [100, 10, 1] as const

const inserts = SIZES.map((size) => ({ size, run: insertOf(size) }))

/** The columns that differ between jobs, in the order of the inserts' values. */
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

/** The insert of `size` rows; their values follow one after the other. */
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
 * Queues jobs in the transaction of `db`. A job is skipped if another waiting job (neither running nor
 * parked) has its kind and unique key.
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

/** Deletes the waiting job of that kind and unique key, if there is one. */
export async function unqueueJob(db: Db, kind: string, uniqueKey: string): Promise<void> {
  await db
    .deleteFrom('job')
    .where('kind', '=', kind)
    .where('unique_key', '=', uniqueKey)
    .where('locked_until', 'is', null)
    .where('parked_at', 'is', null)
    .execute()
}

/** The id of the single row of a recurring kind, derived from the kind. */
export function recurringId(kind: string): string {
  const digest = createHash('sha256').update(kind).digest().readUIntBE(0, 6)
  // Minted ids begin in June 2018, above these; all have 18 digits.
  return (100_000_000_000_000_000n + BigInt(digest % 1e14)).toString()
}

/**
 * Inserts the missing rows of recurring kinds, safe for concurrent processes. The first run comes within a
 * minute, not at once, so that it does not slow the start.
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
