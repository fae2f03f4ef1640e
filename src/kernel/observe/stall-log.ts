import type { App } from '../core/app.ts'
import { createLineLimit, type LineLimit } from './line-limit.ts'
import { shortened } from './slow-statement-log.ts'
import { causeOf, STALL_CAUSES, type Stall, type StallCause } from './stall.ts'

const LINES_A_MINUTE = 10
/** names of work in a line */
const MOST_NAMES = 8
const STALLS = 'rookery_event_loop_stalls_total'
const STALLS_HELP = 'How often the event loop stood still for 50 ms and more'
const WORK = 'rookery_event_loop_stall_work_total'
const WORK_HELP = 'Stalls by statements or code in which this work ran, perhaps beside other work'

/**
 * Counts stalls in the metrics and logs them, ten of each cause a minute at most: the many stalls of a busy machine do
 * not hide those by a route.
 */
export function createStallLog({
  metrics,
  log,
}: Pick<App, 'metrics' | 'log'>): (stall: Stall) => void {
  const lines = new Map<StallCause, LineLimit>(
    STALL_CAUSES.map((cause) => [cause, createLineLimit(LINES_A_MINUTE)]),
  )
  const longest = new Map<StallCause, number>(STALL_CAUSES.map((cause) => [cause, 0]))
  for (const cause of STALL_CAUSES) metrics.counter(STALLS, STALLS_HELP, { cause })
  metrics.collect(() => [
    {
      name: 'rookery_event_loop_stall_longest_seconds',
      help: 'The longest time for which the event loop stood still since the start',
      type: 'gauge',
      samples: [...longest].map(([cause, ms]) => ({ labels: { cause }, value: ms / 1000 })),
    },
  ])
  return (stall) => {
    const cause = causeOf(stall)
    metrics.counter(STALLS, STALLS_HELP, { cause }).value += 1
    longest.set(cause, Math.max(longest.get(cause)!, stall.ms))
    for (const work of suspects(stall, cause)) metrics.counter(WORK, WORK_HELP, { work }).value += 1
    const leftOut = lines.get(cause)!.take()
    if (leftOut === null) return
    log.warn(
      { ...fieldsOf(stall, cause), ...(leftOut === 0 ? {} : { leftOut }) },
      'the event loop stood still',
    )
  }
}

function fieldsOf(stall: Stall, cause: StallCause) {
  const { ms, cpu, sql, gc, longest } = stall
  const work = suspects(stall, cause)
  return {
    ms: Math.round(ms),
    cause,
    cpuMs: Math.round(cpu),
    sqlMs: Math.round(sql),
    gcMs: Math.round(gc),
    // shorter ones explain nothing
    ...(longest === null || longest.ms < ms / 10
      ? {}
      : { longestMs: Math.round(longest.ms), longestSql: shortened(longest.sql) }),
    ...(work.length === 0 ? {} : { ran: work.slice(0, MOST_NAMES) }),
    ...(work.length > MOST_NAMES ? { ranToo: work.length - MOST_NAMES } : {}),
  }
}

/** Work is not to blame for the collector, nor for a machine that did not run it. */
function suspects({ ran }: Stall, cause: StallCause): readonly string[] {
  return cause === 'sql' || cause === 'other' ? ran : []
}
