import { bumpCacheEpoch } from '../db/cache-epoch.ts'
import type { Subscriber } from '../subscriber.ts'

/**
 * Settings, rules, roles, emoji and blocks are kept in memory: whoever changes them emits
 * `settings.changed`, and every process reads them again.
 */
export const subscriber: Subscriber = {
  record: {
    'settings.changed': (tx) => bumpCacheEpoch(tx.db),
    'domain.blocked': (tx) => bumpCacheEpoch(tx.db),
    'domain.unblocked': (tx) => bumpCacheEpoch(tx.db),
    'domain.allowed': (tx) => bumpCacheEpoch(tx.db),
    'domain.disallowed': (tx) => bumpCacheEpoch(tx.db),
    'domains.decided': (tx) => bumpCacheEpoch(tx.db),
  },
  announce: {
    'settings.changed'(app) {
      app.cached.clear()
      app.fragments.nextEpoch()
    },
    'domain.blocked': (app) => app.cached.clear(),
    'domain.unblocked': (app) => app.cached.clear(),
    'domain.allowed': (app) => app.cached.clear(),
    'domain.disallowed': (app) => app.cached.clear(),
    'domains.decided': (app) => app.cached.clear(),
  },
}
