import { Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'
import { type Claim, type ClaimInput, claimDue } from './claim.ts'
import { ClaimLoop, LEASE, LeaseRenewal, waitAtMost } from './claim-loop.ts'
import type { JobHandler, JobHandlers } from './handlers.ts'
import { logUnwritten } from './log-unwritten.ts'
import { countJob } from './measures.ts'
import { failed, type Outcome, succeeded, writeOutcomes } from './outcomes.ts'
import { firstOfEachKind, type Job, renewLeases } from './queries.ts'

/** ms for which outcomes are collected and then written together */
const GATHER = 50
/** maximum ms that `stop` waits for running jobs */
const LONGEST_STOP = 10_000

/** Runs the queued jobs. Any number of processes may run it. */
export interface JobRunner {
  /** from now on jobs run when they are due */
  start(): void
  /** jobs were queued: starts a claim cycle soon */
  wake(): void
  /** claims no more jobs and waits for the running ones, 10 s at most; the rest will run again */
  stop(): Promise<void>
  /** runs all due jobs, and the jobs that they queue, until none is left */
  settle(): Promise<void>
}

/**
 * Creates the runner of a process. Every kind has its own `concurrency`, so a flood of one kind delays no
 * other; a handler that throws costs its own job one try and has no other effect.
 */
export function createJobRunner(app: App, handlers: JobHandlers): JobRunner {
  return new Runner(app, handlers)
}

interface Running {
  job: Job
  done: Promise<void>
}

class Runner implements JobRunner {
  readonly #app: App
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #peek: ClaimInput['peek']
  readonly #running = new Map<string, Running>()
  readonly #loop: ClaimLoop<Claim>
  readonly #renewal = new LeaseRenewal(() => this.#renew())
  /** recurring jobs whose rows must exist before the first claim cycle; null once they do */
  #recurring: JobHandlers | null
  #outcomes: Outcome[] = []

  constructor(app: App, handlers: JobHandlers) {
    const kinds = Object.keys(handlers)
    this.#app = app
    this.#handlers = new Map(Object.entries(handlers))
    this.#peek = kinds.length === 0 ? async () => [] : firstOfEachKind(kinds)
    this.#recurring = handlers
    this.#loop = new ClaimLoop(app.clock, () => this.#claim())
  }

  start(): void {
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  async settle(): Promise<void> {
    for (;;) {
      const { nextAt } = await this.#loop.runOnce()
      await this.#allDone()
      const nothingLeft = this.#outcomes.length === 0 && this.#running.size === 0
      if (nothingLeft && nextAt > this.#app.clock()) return
    }
  }

  async stop(): Promise<void> {
    if (this.#loop.isStopped) return
    await this.#loop.stop()
    await waitAtMost(Math.min(LONGEST_STOP, this.#app.config.shutdownTimeout), this.#allDone())
    this.#renewal.stop()
    const cutOff = [...this.#running.values()].map(({ job }) => release(job))
    const outcomes = [...this.#outcomes, ...cutOff]
    if (outcomes.length === 0) return
    try {
      await this.#app.database.transaction((db) => writeOutcomes(db, outcomes, this.#app.clock()))
    } catch (error) {
      logUnwritten(this.#app.log, error, 'the last jobs will run again')
    }
  }

  async #allDone(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #claim(): Promise<Claim> {
    const outcomes = this.#outcomes
    this.#outcomes = []
    const recurring = this.#loop.isStarted ? this.#recurring : null
    const running = new Map(this.#running)
    try {
      const isRunning = (id: string) => running.has(id)
      const claim = await claimDue(this.#app, { ...this.#input(outcomes, recurring), isRunning })
      if (recurring !== null) this.#recurring = null
      for (const job of claim.exhausted) this.#parked(job)
      for (const job of claim.claimed) {
        const own = running.get(job.id)
        if (own === undefined) this.#run(job)
        // it stays one run, and may write its outcome although its lease had ended
        else own.job.attempts = job.attempts
      }
      return claim
    } catch (error) {
      this.#outcomes.unshift(...outcomes)
      this.#app.log.error({ err: error }, 'the job table could not be read or written')
      throw error
    }
  }

  #input(outcomes: Outcome[], recurring: JobHandlers | null): Omit<ClaimInput, 'isRunning'> {
    return {
      handlers: this.#handlers,
      peek: this.#peek,
      capacity: this.#capacity,
      outcomes,
      recurring,
    }
  }

  readonly #capacity = (kind: string): number => {
    let running = 0
    for (const { job } of this.#running.values()) if (job.kind === kind) running++
    return (this.#handlers.get(kind)?.concurrency ?? 1) - running
  }

  #run(job: Job): void {
    if (this.#loop.isStopped) {
      this.#outcomes.push(release(job))
      return
    }
    this.#renewal.start()
    this.#running.set(job.id, { job, done: this.#runToEnd(job) })
  }

  async #runToEnd(job: Job): Promise<void> {
    const handler = this.#handlers.get(job.kind)!
    const work = this.#app.metrics.work.kind(`job ${job.kind}`)
    work.begin()
    const began = performance.now()
    let outcome: Outcome
    try {
      await Promise.try(() => handler.run(this.#app, job.payload, job.attempts))
      outcome = succeeded(job, handler, this.#app.clock())
    } catch (error) {
      outcome = failed(job, handler, this.#app.clock(), error)
      const { id, kind, attempts } = job
      const parked = outcome.type === 'park'
      // an unreachable server needs no action until it lasts
      const level = error instanceof Unreachable && !parked ? 'debug' : 'warn'
      this.#app.log[level]({ err: error, job: id, kind, attempts, parked }, 'a job failed')
    }
    work.end()
    countJob(this.#app.metrics, job.kind, outcome.type, began)
    this.#ended(job, outcome)
  }

  #parked({ id, kind, attempts }: Job): void {
    countJob(this.#app.metrics, kind, 'park')
    this.#app.log.warn(
      { job: id, kind, attempts, parked: true },
      'a job failed: the server ended while it ran',
    )
  }

  #ended(job: Job, outcome: Outcome): void {
    const wasFull = this.#capacity(job.kind) <= 0
    this.#running.delete(job.id)
    this.#outcomes.push(outcome)
    if (this.#running.size === 0) this.#renewal.stop()
    if (wasFull) this.#loop.wake()
    else this.#loop.wakeBy(this.#app.clock() + GATHER)
  }

  async #renew(): Promise<void> {
    const { database, leaseClock, log } = this.#app
    try {
      const until = (await leaseClock()) + LEASE
      await database.transaction((db) => renewLeases(db, [...this.#running.keys()], until))
    } catch (error) {
      log.error({ err: error }, 'job leases could not be renewed')
    }
  }
}

function release(job: Job): Outcome {
  return { type: 'release', attempt: job, runAt: job.run_at }
}
