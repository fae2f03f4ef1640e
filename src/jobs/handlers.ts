import type { App } from '../app.ts'

/** What runs the jobs of one kind. A job may run twice, so doing it again changes nothing. */
export interface JobHandler {
  /** @param attempt 1 for the first try */
  run(app: App, payload: Record<string, unknown>, attempt: number): Promise<void>
  /** tries before the job is parked; default 10 */
  maxAttempts?: number
  /**
   * Asks other servers: with the last try an `Unreachable` ends the job instead of parking it, as that is no
   * fault of this server and nothing that its operator could mend.
   */
  lapses?: boolean
  /** how many of this kind run at once in one process; default 1 */
  concurrency?: number
  /** ms: runs again and again, with one row for all processes; its payload is empty */
  every?: number
}

/** By kind, `subject.verb`. */
export type JobHandlers = Record<string, JobHandler>
