import { LRUCache } from 'lru-cache'
import { type buildConnector, Pool } from 'undici'

const MAX_ORIGINS = 1_000

const POOL_OPTIONS: Pool.Options = {
  connections: 8,
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 30_000,
  bodyTimeout: 30_000,
  keepAliveTimeout: 20_000,
  keepAliveMaxTimeout: 60_000,
}

export interface Pools {
  get(url: URL): Pool
  destroy(): Promise<void>
}

/** One pool of kept connections per origin; the one unused for longest goes when there are too many. */
export function createPools(connect: buildConnector.connector): Pools {
  const pools = new LRUCache<string, Pool>({
    max: MAX_ORIGINS,
    dispose: (pool, _origin, reason) => {
      if (reason === 'evict') void pool.close() // lets running requests end
    },
  })
  return {
    get({ origin }) {
      const kept = pools.get(origin)
      if (kept !== undefined) return kept
      const pool = new Pool(origin, { ...POOL_OPTIONS, connect })
      pools.set(origin, pool)
      return pool
    },
    async destroy() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
