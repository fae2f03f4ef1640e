import type { App } from '../app.ts'

/** What runs the jobs of one kind. A job may run twice, so doing it again changes nothing. */
export interface JobHandler {
  /** @param attempt 1 for the first try */
  run(app: App, payload: Record<string, unknown>, attempt: number): Promise<void>
  /** tries before the job is parked; default 10 */
  maxAttempts?: number
  /** it asks other servers: one that never answers is no failure of this one, and leaves nothing parked */
  asksOthers?: boolean
  /** how many of this kind run at once in one process; default 1 */
  concurrency?: number
  /** ms: runs again and again, with one row for all processes; its payload is empty */
  every?: number
}

/** By kind, `subject.verb`. */
export type JobHandlers = Record<string, JobHandler>
