import { countWorkers, thisMachine } from '../../app/worker-count.ts'
import { runningServers } from '../../kernel/db/server-lock.ts'
import { type Check, type Finding, ok, warn } from './finding.ts'
import { readMetrics } from './server-metrics.ts'

/** Says how many workers a server started here would have, and how those of running servers are. */
export const checkWorkers: Check = async (config) => {
  const { count, reason } = countWorkers(config, thisMachine())
  const planned = reason === null ? [] : [ok(`A start here has ${count} workers: ${reason}`)]
  const running = runningServers(config.dataDir).filter(({ port }) => port !== 0)
  const found = await Promise.all(
    running.map(async (server) => {
      // checkStalls tells of a server that shows none
      const metrics = await readMetrics(config, server).catch(() => '')
      return judge(`The server on port ${server.port}`, metrics)
    }),
  )
  return [...planned, ...found.filter((one) => one !== null)]
}

function judge(name: string, metrics: string): Finding | null {
  const numberOf = (metric: string) => new RegExp(`^${metric} (\\d+)$`, 'm').exec(metrics)?.[1]
  const workers = numberOf('rookery_workers')
  if (workers === undefined) return null
  const restarts = Number(numberOf('rookery_worker_restarts_total'))
  if (restarts === 0) return ok(`${name} has ${workers} workers, of which none has ended by itself`)
  const text = `${name} has ${workers} workers, which ended by themselves and were started again: ${restarts} times`
  return warn(text, 'The log says why: look for "has ended" and "does not answer"')
}
