import type { App } from '../core/app.ts'

/** The handler of one kind of job. A job may run twice, so a repetition must change nothing. */
export interface JobHandler {
  /** @param attempt 1 for the first try */
  run(app: App, payload: Record<string, unknown>, attempt: number): Promise<void>
  /** tries before the job is parked; default 10 */
  maxAttempts?: number
  /**
   * For jobs that query other servers: at the last try an `Unreachable` ends the job instead of parking it, as it
   * is no fault of this server and its operator cannot repair it.
   */
  lapses?: boolean
  /** how many of this kind run at once in one process; default 1 */
  concurrency?: number
  /** ms: the job recurs, with one row for all processes; its payload is empty */
  every?: number
}

/** Handlers by kind, named `subject.verb`. */
export type JobHandlers = Record<string, JobHandler>
