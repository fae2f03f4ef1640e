import { HOUR, SECOND } from '../../kernel/base/durations.ts'
import { formatNumber, t } from '../../kernel/text/messages.ts'
import type { ProcessCheck, ServerMetrics } from './context.ts'
import { type Finding, ok, warn } from './finding.ts'
import { numberOf, samplesOf, sumOf } from './metric-samples.ts'

/** ms without an answer that people notice */
const NOTICED = 500
/** shorter stalls of its own that a server may have in an hour */
const MOST_AN_HOUR = 20
/** names of routes and jobs in the advice */
const MOST_NAMES = 3

/** How often the event loops of the running servers stood still since their start. */
export const checkStalls: ProcessCheck = async ({ servers, now }) =>
  servers.map((server) => judge(server, now))

function judge({ name, metrics }: ServerMetrics, now: number): Finding {
  const counts = samplesOf(metrics, 'rookery_event_loop_stalls_total', 'cause')
  const longest = samplesOf(metrics, 'rookery_event_loop_stall_longest_seconds', 'cause')
  const all = sumOf(counts)
  if (all === 0) return ok(t('{name} never stood still for 50 ms since its start', { name }))
  const started = (numberOf(metrics, 'process_start_time_seconds') ?? 0) * SECOND
  const since = (now - started) / HOUR
  const hours = Math.max(1, since)
  const told = [...counts]
    .filter(([, count]) => count > 0)
    .map(
      ([cause, count]) =>
        `${cause} ${count} (${Math.round((longest.get(cause) ?? 0) * SECOND)} ms)`,
    )
  const text = t(
    '{name} stood still {all} times since its start {hours} h ago, by cause with the longest: {told}',
    { name, all, hours: hoursText(since), told: told.join(', ') },
  )
  const own = ['sql', 'other'] as const
  const isLong = own.some((cause) => (longest.get(cause) ?? 0) * SECOND >= NOTICED)
  const isOften =
    own.reduce((sum, cause) => sum + (counts.get(cause) ?? 0), 0) > MOST_AN_HOUR * hours
  if (!isLong && !isOften) return ok(text)
  const work = [...samplesOf(metrics, 'rookery_event_loop_stall_work_total', 'work')]
  const names = work.sort(([, a], [, b]) => b - a).slice(0, MOST_NAMES)
  const most = names.map(([label, count]) => `${label} (${count})`).join(', ')
  if (most === '') return warn(text, t('The log says why of each'))
  return warn(text, t('The log says why of each; most often these ran: {most}', { most }))
}

/** With as many digits as tell some seconds from an hour, and none where days are meant. */
function hoursText(hours: number) {
  const digits = hours < 1 ? 2 : hours < 10 ? 1 : 0
  const step = 10 ** digits
  return formatNumber(Math.ceil(hours * step) / step, { maximumFractionDigits: digits })
}
