import { LRUCache } from 'lru-cache'
import { type buildConnector, Client, Pool } from 'undici'

const MAX_ORIGINS = 1_000

const CONNECTIONS = 8

const OPTIONS: Client.Options = {
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
  /** a new connection beside the pooled ones, for a single request: the caller closes it */
  openOne(url: URL): Client
  destroy(): Promise<void>
}

/** One pool of keep-alive connections per origin; the least recently used pool is evicted. */
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
      const pool = new Pool(origin, { ...OPTIONS, connections: CONNECTIONS, connect })
      pools.set(origin, pool)
      return pool
    },
    openOne: ({ origin }) => new Client(origin, { ...OPTIONS, connect }),
    async destroy() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}
