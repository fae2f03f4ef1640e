import { OF_POSTGRES, readAddress } from './address-setting.ts'
import { shown } from './shown-setting.ts'

/** Settings of servers on PostgreSQL. */
export interface PostgresSettings {
  /** processes of this machine that have the same settings, of which each opens as many connections */
  processes: number
  /** connections of this process for usual queries */
  pool: number
  /** connections of this process for slow queries */
  slowPool: number
  /** maximum ms of a usual query */
  timeout: number
  /** maximum ms of a slow query */
  slowTimeout: number
  /** a streaming replica of the database; null: there is none */
  replicaUrl: string | null
  /** ms that the replica may be behind while visitors read from it */
  replicaLag: number
}

export const POSTGRES_DEFAULTS: PostgresSettings = {
  processes: 1,
  pool: 10,
  slowPool: 2,
  timeout: 15_000,
  slowTimeout: 60_000,
  replicaUrl: null,
  replicaLag: 5_000,
}

/** with one connection, counting a request in a transaction would wait for that transaction */
export const LEAST_POOL = 2
export const LEAST_SLOW_POOL = 1

const NAMES = [
  'DATABASE_POOL',
  'DATABASE_SLOW_POOL',
  'DATABASE_TIMEOUT',
  'DATABASE_SLOW_TIMEOUT',
  'DATABASE_REPLICA_URL',
  'DATABASE_REPLICA_LAG',
] as const

type Environment = Record<string, string | undefined>

/** @throws Error with one line for a wrong value, and for any without DATABASE_URL */
export function readPostgresSettings(env: Environment): PostgresSettings {
  const given = NAMES.find((name) => env[name])
  if (given !== undefined && !env.DATABASE_URL) {
    throw new Error(`${given} is for PostgreSQL: it needs DATABASE_URL`)
  }
  const { pool, slowPool, timeout, slowTimeout, replicaLag } = POSTGRES_DEFAULTS
  const seconds = (name: string, otherwise: number) =>
    1000 * readWhole(env, name, { otherwise: otherwise / 1000, least: 1, most: 3600 })
  return {
    processes: POSTGRES_DEFAULTS.processes,
    pool: readWhole(env, 'DATABASE_POOL', { otherwise: pool, least: LEAST_POOL, most: 1000 }),
    slowPool: readWhole(env, 'DATABASE_SLOW_POOL', {
      otherwise: slowPool,
      least: LEAST_SLOW_POOL,
      most: 1000,
    }),
    timeout: seconds('DATABASE_TIMEOUT', timeout),
    slowTimeout: seconds('DATABASE_SLOW_TIMEOUT', slowTimeout),
    replicaUrl: readAddress('DATABASE_REPLICA_URL', env.DATABASE_REPLICA_URL, OF_POSTGRES),
    replicaLag: seconds('DATABASE_REPLICA_LAG', replicaLag),
  }
}

function readWhole(
  env: Environment,
  name: string,
  { otherwise, least, most }: { otherwise: number; least: number; most: number },
): number {
  const text = env[name] || String(otherwise)
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number
  throw new Error(`${name} must be a number from ${least} to ${most}, not "${shown(text)}"`)
}
