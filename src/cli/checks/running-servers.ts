import type { ServerMetrics } from '../../features/health/context.ts'
import { type Finding, reasonOf, warn } from '../../features/health/finding.ts'
import { checkStalls } from '../../features/health/stalls.ts'
import { checkRunningWorkers } from '../../features/health/workers.ts'
import type { Config } from '../../kernel/base/config.ts'
import { runningServers, type ServerInfo } from '../../kernel/db/server-lock.ts'
import { t } from '../../kernel/text/messages.ts'
import type { Check } from './check.ts'
import { readMetrics } from './server-metrics.ts'

/** Asks the running servers of this folder for their metrics: stalls and workers since their start. */
export const checkRunningServers: Check = async (config) => {
  const running = runningServers(config.dataDir).filter(({ port }) => port !== 0)
  const answers = await Promise.all(running.map((server) => ask(config, server)))
  const servers = answers.filter((answer) => 'metrics' in answer)
  const seen = { servers, now: Date.now() }
  return [
    ...answers.filter((answer) => 'level' in answer),
    ...(await checkStalls(seen)),
    ...(await checkRunningWorkers(seen)),
  ]
}

async function ask(config: Config, server: ServerInfo): Promise<ServerMetrics | Finding> {
  const name = t('The server on port {port}', { port: server.port })
  try {
    return { name, metrics: await readMetrics(config, server) }
  } catch (error) {
    const reason = reasonOf(error)
    return warn(
      t('{name} does not show its metrics: {reason}', { name, reason }),
      t('If it runs, give this shell its METRICS_TOKEN'),
    )
  }
}
