import type { App } from '../core/app.ts'
import { databaseBytes } from '../db/database-size.ts'
import type { CacheUse } from '../instruments/cache-use.ts'
import type { Family } from '../instruments/exposition-format.ts'

/** Durations of queries and transactions of this process. */
export function loadFamilies({ database }: App): Family[] {
  const { queries, transactions } = database.load
  return [
    {
      name: 'rookery_database_query_duration_seconds',
      help: 'How long queries took, in seconds',
      type: 'histogram',
      samples: Object.entries(queries).map(([type, value]) => ({ labels: { type }, value })),
    },
    {
      name: 'rookery_database_transaction_duration_seconds',
      help: 'How long transactions took from their begin on, in seconds',
      type: 'histogram',
      samples: Object.entries(transactions).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
    },
  ]
}

export async function sizeFamilies({ slowDb }: App): Promise<Family[]> {
  return [
    {
      name: 'rookery_database_size_bytes',
      help: 'How large the database is',
      type: 'gauge',
      samples: [{ value: await databaseBytes(slowDb) }],
    },
  ]
}

/** State of the replica; nothing without one. */
export function replicaFamilies({ database }: App): Family[] {
  if (database.replica === null) return []
  const { isUsed, lag } = database.replica.state()
  return [
    {
      name: 'rookery_replica_used',
      help: 'Whether visitors are answered from the replica of the database: 1, or 0 while it is left aside',
      type: 'gauge',
      samples: [{ value: isUsed ? 1 : 0 }],
    },
    {
      name: 'rookery_replica_lag_seconds',
      help: 'How old the newest data of the replica may be; absent while that is unknown',
      type: 'gauge',
      samples: lag === null ? [] : [{ value: lag / 1000 }],
    },
  ]
}

/** Hits and misses of each cache. */
export function cacheFamilies({ fragments, versioned, cached }: App): Family[] {
  const uses: [string, CacheUse][] = [
    ...Object.entries(fragments.uses).map(([kind, use]): [string, CacheUse] => [
      `fragments_${kind}`,
      use,
    ]),
    ...[...versioned.uses()].map(([kind, use]): [string, CacheUse] => [`kept_${kind}`, use]),
    ['settings', cached.use],
  ]
  return [
    {
      name: 'rookery_cache_lookups_total',
      help: 'How often something was looked for among what is kept',
      type: 'counter',
      samples: uses.flatMap(([cache, { hits, misses }]) => [
        { labels: { cache, result: 'hit' }, value: hits },
        { labels: { cache, result: 'miss' }, value: misses },
      ]),
    },
  ]
}
