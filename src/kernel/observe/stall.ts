import type { TimedStatement } from '../db/slow-statements.ts'

/**
 * Why the event loop stood still: statements of SQLite, the garbage collector, other code of this process, or the
 * machine, which did not run this thread: it was stopped, others had the processors, or a call waited for a disk.
 */
export type StallCause = 'sql' | 'gc' | 'not_run' | 'other'

export const STALL_CAUSES: readonly StallCause[] = ['sql', 'gc', 'not_run', 'other']

/** A time in which the event loop did not turn, in ms. */
export interface Stall {
  ms: number
  /** processor time of this thread */
  cpu: number
  /** statements that blocked this thread */
  sql: number
  gc: number
  longest: TimedStatement | null
  /** kinds of work that ran, those that began in this time first */
  ran: readonly string[]
}

/** ms for which nobody is answered and that are worth a line */
export const STALL = 50

/** share of a stall below which the processor did other things */
const RUN = 0.25

/**
 * The collector comes first, as its helper threads do its work; then a machine that did not run this thread, as every
 * statement and route takes long then. Work that used the processor for 50 ms is a stall on any machine.
 */
export function causeOf({ ms, cpu, sql, gc }: Stall): StallCause {
  if (gc >= ms / 2) return 'gc'
  if (cpu < ms * RUN && cpu < STALL) return 'not_run'
  return sql >= ms / 2 ? 'sql' : 'other'
}
