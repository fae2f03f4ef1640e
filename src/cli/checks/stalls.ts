import type { Config } from '../../kernel/base/config.ts'
import { HOUR, SECOND } from '../../kernel/base/durations.ts'
import { runningServers, type ServerInfo } from '../../kernel/db/server-lock.ts'
import { type Check, type Finding, ok, reasonOf, warn } from './finding.ts'
import { readMetrics } from './server-metrics.ts'

/** ms without an answer that people notice */
const NOTICED = 500
/** shorter stalls of its own that a server may have in an hour */
const MOST_AN_HOUR = 20
/** names of routes and jobs in the advice */
const MOST_NAMES = 3

/** Asks the running servers of this folder how often their event loops stood still since their start. */
export const checkStalls: Check = async (config) => {
  const running = runningServers(config.dataDir).filter(({ port }) => port !== 0)
  return Promise.all(running.map((server) => checkServer(config, server)))
}

async function checkServer(config: Config, server: ServerInfo): Promise<Finding> {
  const name = `The server on port ${server.port}`
  try {
    return judge(name, await readMetrics(config, server))
  } catch (error) {
    const text = `${name} does not show its metrics: ${reasonOf(error)}`
    return warn(text, 'If it runs, give this shell its METRICS_TOKEN')
  }
}

function judge(name: string, metrics: string): Finding {
  const counts = samplesOf(metrics, 'rookery_event_loop_stalls_total', 'cause')
  const longest = samplesOf(metrics, 'rookery_event_loop_stall_longest_seconds', 'cause')
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (all === 0) return ok(`${name} never stood still for 50 ms since its start`)
  const started = Number(/^process_start_time_seconds (\S+)$/m.exec(metrics)?.[1]) * SECOND
  const hours = Math.max(1, (Date.now() - started) / HOUR)
  const causes = [...counts].filter(([, count]) => count > 0)
  const told = causes.map(
    ([cause, count]) => `${cause} ${count} (${Math.round(longest.get(cause)! * SECOND)} ms)`,
  )
  const text = `${name} stood still ${all} times since its start ${Math.ceil(hours)} h ago, by cause with the longest: ${told.join(', ')}`
  const own = ['sql', 'other'] as const
  const isLong = own.some((cause) => (longest.get(cause) ?? 0) * SECOND >= NOTICED)
  const isOften =
    own.reduce((sum, cause) => sum + (counts.get(cause) ?? 0), 0) > MOST_AN_HOUR * hours
  if (!isLong && !isOften) return ok(text)
  const work = [...samplesOf(metrics, 'rookery_event_loop_stall_work_total', 'work')]
  const names = work.sort(([, a], [, b]) => b - a).slice(0, MOST_NAMES)
  const most = names.map(([label, count]) => `${label} (${count})`).join(', ')
  const advice = most === '' ? '' : `; most often these ran: ${most}`
  return warn(text, `The log says why of each${advice}`)
}

/** The values of a metric by one label. */
function samplesOf(metrics: string, name: string, label: string): Map<string, number> {
  const lines = metrics.matchAll(new RegExp(`^${name}\\{${label}="([^"]*)"\\} (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, value = '', number]) => [value, Number(number)]))
}
