import type { Config } from '../../kernel/base/config.ts'
import { LEAST_POOL, LEAST_SLOW_POOL } from '../../kernel/base/postgres-settings.ts'

/** Settings of the process that was started, and of each of its workers. */
export interface Shares {
  parent: Config
  worker: Config
}

/**
 * Parts the work of a server between its processes. On SQLite the parent may be asked for everything. On PostgreSQL workers
 * do all that comes from outside and the parent the rest; they share the connections that one process would have.
 */
export function sharesOf(config: Config, workers: number): Shares {
  const outside = [...config.parts].filter((part) => part !== 'jobs')
  const worker = { ...config, workers, parts: new Set(outside) }
  if (config.databaseUrl === null) return { parent: { ...config, workers }, worker }
  const processes = workers + 1
  const share = (connections: number, least: number) =>
    Math.max(least, Math.floor(connections / processes))
  const postgres = {
    ...config.postgres,
    processes,
    pool: share(config.postgres.pool, LEAST_POOL),
    slowPool: share(config.postgres.slowPool, LEAST_SLOW_POOL),
  }
  const parts = new Set([...config.parts].filter((part) => part === 'jobs'))
  return { parent: { ...config, workers, parts, postgres }, worker: { ...worker, postgres } }
}
