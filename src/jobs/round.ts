import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import type { JobHandler, JobHandlers } from './handlers.ts'
import { isExhausted, type Outcome, writeOutcomes } from './outcomes.ts'
import { claimJobs, type Job, parkJob } from './queries.ts'
import { ensureRecurring } from './queue.ts'

/** ms that a job belongs to who took it; renewed three times as often while it runs */
export const LEASE = 30_000
/** ms between looks at the table when nothing is known to be due: other processes queue jobs too */
const LONGEST_SLEEP = 5000
/** ms until the next look when what was due went to another process meanwhile */
const AFTER_LOST_RACE = 50

export interface RoundInput {
  handlers: ReadonlyMap<string, JobHandler>
  /** the first free job of each kind, due or not */
  peek: (db: Db, params: { now: number }) => Promise<{ kind: string; run_at: number }[]>
  /** how many jobs of the kind may begin */
  places: (kind: string) => number
  outcomes: readonly Outcome[]
  /** recurring jobs that must have their row, or null once that is known */
  recurring: JobHandlers | null
}

export interface Round {
  claimed: Job[]
  /** parked, as the server ended in their last try */
  exhausted: Job[]
  /** ms since 1970: when to look again */
  nextAt: number
}

/**
 * One look at the job table: writes what became of earlier jobs and takes what is due and has a
 * place, in one transaction, or none where there is nothing to write.
 */
export async function runRound(
  app: Pick<App, 'database' | 'clock'>,
  input: RoundInput,
): Promise<Round> {
  const now = app.clock()
  const first = await input.peek(app.database.db, { now })
  const open = first.filter(({ kind }) => input.places(kind) > 0)
  const due = open.filter((job) => job.run_at <= now).map(({ kind }) => kind)
  const later = open.filter((job) => job.run_at > now).map((job) => job.run_at)
  const nextAt = Math.min(...later, now + LONGEST_SLEEP)
  if (due.length === 0 && input.outcomes.length === 0 && input.recurring === null) {
    return { claimed: [], exhausted: [], nextAt }
  }
  const taken = await app.database.transaction(async (db) => {
    if (input.recurring !== null) await ensureRecurring(db, input.recurring, now)
    await writeOutcomes(db, input.outcomes, now)
    return claimAll(db, due, now, input)
  })
  const isLost = (job: Job) => isExhausted(job, input.handlers.get(job.kind)!)
  const claimed = taken.filter((job) => !isLost(job))
  const exhausted = taken.filter(isLost)
  if (due.length === 0) return { claimed, exhausted, nextAt }
  // Where something was due, more may be.
  return { claimed, exhausted, nextAt: taken.length > 0 ? now : now + AFTER_LOST_RACE }
}

async function claimAll(db: Db, kinds: string[], now: number, input: RoundInput): Promise<Job[]> {
  const claimed: Job[] = []
  for (const kind of kinds) {
    const limit = input.places(kind)
    claimed.push(...(await claimJobs(db, { kind, limit, now, lockedUntil: now + LEASE })))
  }
  for (const job of claimed) {
    if (!isExhausted(job, input.handlers.get(job.kind)!)) continue
    await parkJob(db, job, now, 'The server ended while it ran')
  }
  return claimed
}
