import { pino } from 'pino'
import type { App } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { createIdMinter } from '../../src/ids.ts'
import type { JobHandlers } from '../../src/jobs/handlers.ts'
import { enqueueJobs } from '../../src/jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../../src/jobs/runner.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import type { NewJob } from '../../src/transact.ts'
import { openTestDatabase } from './database.ts'

/** A job table with a clock that the test moves. */
export class JobBench implements AsyncDisposable {
  readonly database: Database
  /** ms since 1970 */
  now = Date.UTC(2030, 0, 1)
  readonly #ids = createIdMinter({ number: 0 }, () => this.now)
  readonly #runners: JobRunner[] = []

  private constructor(database: Database) {
    this.database = database
  }

  static async open(): Promise<JobBench> {
    return new JobBench(await openTestDatabase())
  }

  runner(handlers: JobHandlers): JobRunner {
    const app = {
      database: this.database,
      clock: () => this.now,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
    } as unknown as App
    const runner = createJobRunner(app, handlers)
    this.#runners.push(runner)
    return runner
  }

  async enqueue(...jobs: NewJob[]): Promise<void> {
    await this.database.transaction((db) => enqueueJobs(db, jobs, this.now, () => this.#ids.mint()))
  }

  rows() {
    return this.database.db.selectFrom('job').selectAll().orderBy('id').execute()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()))
    await this.database[Symbol.asyncDispose]()
  }
}
