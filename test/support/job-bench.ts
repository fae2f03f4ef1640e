import { pino } from 'pino'
import { createIdMinter } from '../../src/kernel/base/ids.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { NewJob } from '../../src/kernel/core/tx.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { createMetrics } from '../../src/kernel/instruments/metrics.ts'
import type { JobHandlers } from '../../src/kernel/jobs/handlers.ts'
import { enqueueJobs } from '../../src/kernel/jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../../src/kernel/jobs/runner.ts'
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

  /**
   * @param severalProcesses whether other runners are told to be there
   * @param clocks of its process, if they are not those of the test
   */
  runner(
    handlers: JobHandlers,
    severalProcesses = false,
    clocks: Partial<Pick<App, 'clock' | 'leaseClock'>> = {},
  ): JobRunner {
    const app = {
      database: this.database,
      config: { severalProcesses, shutdownTimeout: 10_000 },
      clock: () => this.now,
      leaseClock: async () => this.now,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      ...clocks,
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
