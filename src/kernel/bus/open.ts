import type { Config } from '../base/config.ts'
import type { Database } from '../db/database.ts'
import type { Redis } from '../redis/redis.ts'
import type { Bus } from './bus.ts'
import type { OpenLink } from './link.ts'
import type { BusOptions } from './shared-bus.ts'

/** The bus of processes that one `rookery serve` has started. */
export async function openGroupBus(
  link: OpenLink,
  options: Omit<BusOptions, 'carrier'>,
): Promise<Bus> {
  const { createSharedBus } = await import('./shared-bus.ts')
  return createSharedBus(link, { ...options, carrier: 'IPC' })
}

/**
 * The bus of a process, over Redis where the server has one and else over PostgreSQL; null if this process is the only
 * one. A bus that cannot connect now connects later.
 */
export async function openBus(
  { severalProcesses, databaseUrl }: Pick<Config, 'severalProcesses' | 'databaseUrl'>,
  { redis, database }: { redis: Redis | null; database: Database },
  options: Omit<BusOptions, 'carrier'>,
): Promise<Bus | null> {
  if (!severalProcesses || databaseUrl === null) return null
  const { createSharedBus } = await import('./shared-bus.ts')
  if (redis !== null) {
    const { redisLink } = await import('./redis-link.ts')
    return createSharedBus(redisLink(redis), { ...options, carrier: 'Redis' })
  }
  const { postgresLink } = await import('./postgres-link.ts')
  const link = postgresLink(databaseUrl, database.db)
  return createSharedBus(link, { ...options, carrier: 'PostgreSQL' })
}
