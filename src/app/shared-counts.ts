import type { Config } from '../kernel/base/config.ts'
import type { App } from '../kernel/core/app.ts'
import type { CountStore } from '../kernel/counters/count-store.ts'
import { createRedisCountStore } from '../kernel/counters/redis-count-store.ts'
import { createSharedCounts, type SharedCounts } from '../kernel/counters/shared-counts.ts'

/**
 * Counters for all processes; null if this process is the only one.
 * @param own of the processes that one `rookery serve` has started
 */
export function openSharedCounts(
  config: Pick<Config, 'severalProcesses'>,
  parts: Pick<App, 'database' | 'redis' | 'clock' | 'log' | 'metrics'>,
  own: CountStore | undefined,
): SharedCounts | null {
  if (own !== undefined) return createSharedCounts({ ...parts, store: own })
  const { countStore } = parts.database
  if (!config.severalProcesses || countStore === null) return null
  const store = parts.redis === null ? countStore : createRedisCountStore(parts.redis)
  return createSharedCounts({ ...parts, store })
}
