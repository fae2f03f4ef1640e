import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { skipLocked } from '../db/row-locks.ts'
import type { JobTable } from './tables.ts'

export type Job = Selectable<JobTable>
/** A job and its current try: only the process of that try may write its outcome. */
export type Attempt = Pick<Job, 'id' | 'kind' | 'attempts' | 'unique_key'>

/**
 * Creates the query for the first free job of each kind, due or not: one index lookup for each,
 * however many jobs there are.
 */
export function firstOfEachKind(kinds: readonly string[]) {
  return prepared((db, p: { leaseNow: number }) =>
    kinds
      .map((kind) => {
        const first = freeJobs(db, kind, p.leaseNow)
          .select(['kind', 'run_at'])
          .orderBy('run_at')
          .limit(1)
        return db.selectFrom(first.as('first')).selectAll()
      })
      .reduce((all, first) => all.unionAll(first)),
  )
}

/** Jobs that no process runs, or whose lease has expired. */
function freeJobs(db: Db, kind: string, leaseNow: number) {
  return db
    .selectFrom('job')
    .where('kind', '=', kind)
    .where('parked_at', 'is', null)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', leaseNow)]))
}

interface DueParams {
  kind: string
  limit: number
  /** by the clock of this process, as `run_at` is */
  now: number
  /** by the clock that all processes share */
  leaseNow: number
}

const dueJobs = prepared((db, p: DueParams) => firstDue(db, p))

/** The same without jobs whose kind and unique key another process runs. */
const dueBesideOthers = prepared((db, p: DueParams) =>
  firstDue(db, p).where((eb) =>
    eb.or([
      eb('unique_key', 'is', null),
      eb.not(
        eb.exists(
          eb
            .selectFrom('job as running')
            .select('running.id')
            .where('running.kind', '=', p.kind)
            .whereRef('running.unique_key', '=', 'job.unique_key')
            .where('running.locked_until', '>', p.leaseNow)
            .where('running.parked_at', 'is', null),
        ),
      ),
    ]),
  ),
)

function firstDue(db: Db, p: DueParams) {
  return freeJobs(db, p.kind, p.leaseNow)
    .where('run_at', '<=', p.now)
    .select('id')
    .orderBy('run_at')
    .limit(p.limit)
    .$call((query) => skipLocked(db, query))
}

export interface ClaimedKind extends DueParams {
  lockedUntil: number
  /** whether other processes run jobs too: then two jobs with one unique key never run at once */
  several: boolean
}

/**
 * Claims up to `limit` due jobs of a kind until `lockedUntil`, oldest first, and counts the try. Of those that are due in
 * the same ms the database gives any first; an actor may send a Follow, its Undo and the Follow again within one.
 */
export async function claimJobs(db: Db, claim: ClaimedKind): Promise<Job[]> {
  const due = await (claim.several ? dueBesideOthers : dueJobs)(db, claim)
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const taken = await takeJobs(db, { ids, lockedUntil: claim.lockedUntil })
  return taken.sort((a, b) => a.run_at - b.run_at || (a.id < b.id ? -1 : 1))
}

const takeJobs = prepared((db, p: { ids: readonly string[]; lockedUntil: number }) =>
  db
    .updateTable('job')
    .set((eb) => ({ locked_until: p.lockedUntil, attempts: eb('attempts', '+', 1) }))
    .where(idIn(db, 'id', p.ids))
    .returningAll(),
)

export async function renewLeases(db: Db, ids: readonly string[], until: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ locked_until: until })
    .where(idIn(db, 'id', ids))
    .where('locked_until', 'is not', null)
    .execute()
}

export async function deleteJobs(db: Db, ids: readonly string[]): Promise<void> {
  await removeJobs(db, { ids })
}

const removeJobs = prepared((db, p: { ids: readonly string[] }) =>
  db.deleteFrom('job').where(idIn(db, 'id', p.ids)),
)

/** Reschedules a recurring job for its next run, as if it had never run. */
export async function restartJob(db: Db, attempt: Attempt, runAt: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: runAt, locked_until: null, attempts: 0, last_error: null })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .execute()
}

/**
 * Reschedules a job for its next try. If another waiting job has its unique key by now, the job is deleted,
 * as the other one does the same.
 */
export async function rescheduleJob(
  db: Db,
  attempt: Attempt,
  next: { runAt: number; error: string | null; attempts: number },
): Promise<void> {
  if (attempt.unique_key !== null && (await waitsAlready(db, attempt))) {
    return deleteJobs(db, [attempt.id])
  }
  await db
    .updateTable('job')
    .set({
      run_at: next.runAt,
      attempts: next.attempts,
      locked_until: null,
      parked_at: null,
      ...(next.error === null ? {} : { last_error: next.error }),
    })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .execute()
}

async function waitsAlready(db: Db, attempt: Attempt): Promise<boolean> {
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', attempt.kind)
    .where('unique_key', '=', attempt.unique_key)
    .where('locked_until', 'is', null)
    .where('parked_at', 'is', null)
    .where('id', '!=', attempt.id)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Parks a job for the operator. An activity no longer counts as waiting for its sender from then on. */
export async function parkJob(db: Db, attempt: Attempt, now: number, error: string) {
  await db
    .updateTable('job')
    .set({
      ...{ parked_at: now, locked_until: null, last_error: error },
      ...{ from_domain: null, from_actor: null },
    })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .execute()
}
