import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../app.ts'
import { Unreachable } from '../errors.ts'
import type { JobHandler, JobHandlers } from './handlers.ts'
import { countJob } from './measures.ts'
import { failed, type Outcome, succeeded, writeOutcomes } from './outcomes.ts'
import { firstOfEachKind, type Job, renewLeases } from './queries.ts'
import { LEASE, type Round, type RoundInput, runRound } from './round.ts'
import { unwritten } from './unwritten.ts'

/** ms for which outcomes gather, so that they are written together */
const GATHER = 50
/** ms until a look at the table that failed is repeated */
const AFTER_FAILURE = 1000
/** ms that `stop` waits for running jobs */
const LONGEST_STOP = 10_000

/** Runs the jobs of the table, in as many processes as one likes. */
export interface JobRunner {
  /** from now on jobs run when they are due */
  start(): void
  /** jobs were queued: looks at the table soon */
  wake(): void
  /** takes no more jobs and waits for the running ones, 10 s at most; the rest will run again */
  stop(): Promise<void>
  /** runs everything that is due, and what that queues, until nothing is left */
  settle(): Promise<void>
}

/**
 * Makes the runner of a process. Every kind has its own places (`concurrency`), so a flood of one
 * kind delays no other; a handler that throws costs its own job one try and nothing else.
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
  readonly #peek: RoundInput['peek']
  readonly #running = new Map<string, Running>()
  /** jobs begin in the context of the start, not of the request that happened to wake the runner */
  readonly #outside = AsyncLocalStorage.snapshot()
  /** what must have its row before the first look, or null once that is so */
  #recurring: JobHandlers | null
  #outcomes: Outcome[] = []
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #round: Promise<Round> | null = null
  #lookAgain = false
  #timer: { at: number; handle: NodeJS.Timeout } | null = null
  #renewal: NodeJS.Timeout | null = null

  constructor(app: App, handlers: JobHandlers) {
    const kinds = Object.keys(handlers)
    this.#app = app
    this.#handlers = new Map(Object.entries(handlers))
    this.#peek = kinds.length === 0 ? async () => [] : firstOfEachKind(kinds)
    this.#recurring = handlers
  }

  start(): void {
    this.#state = 'started'
    this.#look()
  }

  wake(): void {
    this.#look()
  }

  async settle(): Promise<void> {
    for (;;) {
      while (this.#round !== null) await this.#round.catch(() => {})
      const { nextAt } = await this.#startRound()
      await this.#allDone()
      const nothingLeft = this.#outcomes.length === 0 && this.#running.size === 0
      if (nothingLeft && nextAt > this.#app.clock()) return
    }
  }

  async stop(): Promise<void> {
    if (this.#state === 'stopped') return
    this.#state = 'stopped'
    clearTimeout(this.#timer?.handle)
    await this.#round?.catch(() => {})
    const limit = Promise.withResolvers<void>()
    const timer = setTimeout(limit.resolve, LONGEST_STOP)
    await Promise.race([this.#allDone(), limit.promise])
    clearTimeout(timer)
    clearInterval(this.#renewal ?? undefined)
    const cutOff = [...this.#running.values()].map(({ job }) => release(job))
    const outcomes = [...this.#outcomes, ...cutOff]
    if (outcomes.length === 0) return
    try {
      await this.#app.database.transaction((db) => writeOutcomes(db, outcomes, this.#app.clock()))
    } catch (error) {
      unwritten(this.#app.log, error, 'the last jobs will run again')
    }
  }

  async #allDone(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #look(): void {
    if (this.#state !== 'started') return
    this.#lookAgain = true
    if (this.#round === null) this.#startRound().catch(() => {})
  }

  #startRound(): Promise<Round> {
    this.#lookAgain = false
    this.#round = this.#outside(() => this.#doRound())
    return this.#round
  }

  async #doRound(): Promise<Round> {
    const outcomes = this.#outcomes
    this.#outcomes = []
    const recurring = this.#state === 'started' ? this.#recurring : null
    try {
      const round = await runRound(this.#app, this.#input(outcomes, recurring))
      if (recurring !== null) this.#recurring = null
      for (const job of round.exhausted) this.#parked(job)
      for (const job of round.claimed) this.#run(job)
      this.#afterRound(round.nextAt)
      return round
    } catch (error) {
      this.#outcomes.unshift(...outcomes)
      this.#app.log.error({ err: error }, 'the job table could not be read or written')
      this.#afterRound(this.#app.clock() + AFTER_FAILURE)
      throw error
    }
  }

  #input(outcomes: Outcome[], recurring: JobHandlers | null): RoundInput {
    return { handlers: this.#handlers, peek: this.#peek, places: this.#places, outcomes, recurring }
  }

  #afterRound(nextAt: number): void {
    this.#round = null
    this.#sleepUntil(this.#lookAgain ? 0 : nextAt)
  }

  #sleepUntil(at: number): void {
    if (this.#state !== 'started') return
    if (this.#timer !== null && this.#timer.at <= at) return
    clearTimeout(this.#timer?.handle)
    const delay = Math.max(0, at - this.#app.clock())
    const handle = setTimeout(() => {
      this.#timer = null
      this.#look()
    }, delay)
    this.#timer = { at, handle }
  }

  readonly #places = (kind: string): number => {
    let running = 0
    for (const { job } of this.#running.values()) if (job.kind === kind) running++
    return (this.#handlers.get(kind)?.concurrency ?? 1) - running
  }

  #run(job: Job): void {
    if (this.#state === 'stopped') {
      this.#outcomes.push(release(job))
      return
    }
    this.#renewal ??= setInterval(() => this.#renew(), LEASE / 3)
    this.#running.set(job.id, { job, done: this.#runToEnd(job) })
  }

  async #runToEnd(job: Job): Promise<void> {
    const handler = this.#handlers.get(job.kind)!
    const began = performance.now()
    let outcome: Outcome
    try {
      await Promise.try(() => handler.run(this.#app, job.payload, job.attempts))
      outcome = succeeded(job, handler, this.#app.clock())
    } catch (error) {
      outcome = failed(job, handler, this.#app.clock(), error)
      const { id, kind, attempts } = job
      const parked = outcome.type === 'park'
      // that others are away is nothing to act upon until it lasts
      const level = error instanceof Unreachable && !parked ? 'debug' : 'warn'
      this.#app.log[level]({ err: error, job: id, kind, attempts, parked }, 'a job failed')
    }
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
    const wasFull = this.#places(job.kind) <= 0
    this.#running.delete(job.id)
    this.#outcomes.push(outcome)
    if (this.#running.size === 0) {
      clearInterval(this.#renewal ?? undefined)
      this.#renewal = null
    }
    if (wasFull) this.#look()
    else this.#sleepUntil(this.#app.clock() + GATHER)
  }

  #renew(): void {
    const ids = [...this.#running.keys()]
    const until = this.#app.clock() + LEASE
    this.#app.database
      .transaction((db) => renewLeases(db, ids, until))
      .catch((error) => this.#app.log.error({ err: error }, 'job leases could not be renewed'))
  }
}

function release(job: Job): Outcome {
  return { type: 'release', attempt: job, runAt: job.run_at }
}
