import type { App } from '../core/app.ts'
import type { Db } from '../db/database.ts'
import { LEASE, LONGEST_SLEEP } from './claim-loop.ts'
import type { JobHandler, JobHandlers } from './handlers.ts'
import { isExhausted, type Outcome, writeOutcomes } from './outcomes.ts'
import { claimJobs, type Job, parkJob } from './queries.ts'
import { ensureRecurring } from './queue.ts'

/** ms until the next claim cycle after other processes claimed the due jobs */
const AFTER_LOST_RACE = 50

export interface ClaimInput {
  handlers: ReadonlyMap<string, JobHandler>
  /** the first free job of each kind, due or not */
  peek: (db: Db, params: { leaseNow: number }) => Promise<{ kind: string; run_at: number }[]>
  /** how many more jobs of the kind may run */
  capacity: (kind: string) => number
  /** whether this process runs the job already: its lease may have ended meanwhile, as the device slept */
  isRunning: (id: string) => boolean
  outcomes: readonly Outcome[]
  /** recurring jobs that need their row, or null once the rows exist */
  recurring: JobHandlers | null
}

export interface Claim {
  claimed: Job[]
  /** parked, because the server ended during their last try */
  exhausted: Job[]
  /** ms since 1970: start of the next claim cycle */
  nextAt: number
}

/**
 * Runs one claim cycle: writes the outcomes of earlier jobs and claims due jobs of kinds with free capacity,
 * in one transaction. Without anything to write or claim it opens no transaction.
 */
export async function claimDue(
  app: Pick<App, 'database' | 'clock' | 'leaseClock' | 'config'>,
  input: ClaimInput,
): Promise<Claim> {
  const now = app.clock()
  const leaseNow = await app.leaseClock()
  const first = await input.peek(app.database.db, { leaseNow })
  const open = first.filter(({ kind }) => input.capacity(kind) > 0)
  const due = open.filter((job) => job.run_at <= now).map(({ kind }) => kind)
  const later = open.filter((job) => job.run_at > now).map((job) => job.run_at)
  const nextAt = Math.min(...later, now + LONGEST_SLEEP)
  if (due.length === 0 && input.outcomes.length === 0 && input.recurring === null) {
    return { claimed: [], exhausted: [], nextAt }
  }
  const taken = await app.database.transaction(async (db) => {
    if (input.recurring !== null) await ensureRecurring(db, input.recurring, now)
    await writeOutcomes(db, input.outcomes, now)
    return claimAll(db, due, { now, leaseNow }, { ...input, several: app.config.severalProcesses })
  })
  const isLost = (job: Job) => hasDied(job, input)
  const claimed = taken.filter((job) => !isLost(job))
  const exhausted = taken.filter(isLost)
  if (due.length === 0) return { claimed, exhausted, nextAt }
  // After due jobs, more may be due.
  return { claimed, exhausted, nextAt: taken.length > 0 ? now : now + AFTER_LOST_RACE }
}

async function claimAll(
  db: Db,
  kinds: string[],
  at: { now: number; leaseNow: number },
  input: ClaimInput & { several: boolean },
): Promise<Job[]> {
  const { several } = input
  const lockedUntil = at.leaseNow + LEASE
  const claimed: Job[] = []
  for (const kind of kinds) {
    const limit = input.capacity(kind)
    claimed.push(...(await claimJobs(db, { kind, limit, ...at, lockedUntil, several })))
  }
  for (const job of claimed) {
    if (hasDied(job, input)) await parkJob(db, job, at.now, 'The server ended while it ran')
  }
  return claimed
}

/** Whether the process of a job's last try has ended. */
function hasDied(job: Job, { handlers, isRunning }: ClaimInput): boolean {
  return isExhausted(job, handlers.get(job.kind)!) && !isRunning(job.id)
}
