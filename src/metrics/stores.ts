import type { App } from '../app.ts'
import { databaseBytes } from '../db/size.ts'
import type { CacheUse } from './cache-use.ts'
import type { Family } from './format.ts'

/** What was asked of the database, and how large it is. */
export async function databaseFamilies({ database, slowDb }: App): Promise<Family[]> {
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
    {
      name: 'rookery_database_size_bytes',
      help: 'How large the database is',
      type: 'gauge',
      samples: [{ value: await databaseBytes(slowDb) }],
    },
  ]
}

/** How often what was looked for was kept. */
export function cacheFamilies({ fragments, kept, cached }: App): Family[] {
  const uses: [string, CacheUse][] = [
    ...Object.entries(fragments.uses).map(([kind, use]): [string, CacheUse] => [
      `fragments_${kind}`,
      use,
    ]),
    ...[...kept.uses()].map(([kind, use]): [string, CacheUse] => [`kept_${kind}`, use]),
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
