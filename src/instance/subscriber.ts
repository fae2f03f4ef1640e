import { bumpCacheEpoch } from '../db/cache-epoch.ts'
import type { Subscriber } from '../subscriber.ts'

/**
 * Settings, rules, roles, emoji and blocks are kept in memory: whoever changes them emits
 * `settings.changed`, and every process reads them again.
 */
export const subscriber: Subscriber = {
  record: {
    'settings.changed': (tx) => bumpCacheEpoch(tx.db),
  },
  announce: {
    'settings.changed'(app) {
      app.cached.clear()
      app.fragments.nextEpoch()
    },
  },
}
