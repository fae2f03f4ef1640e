import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import { bumpCacheEpoch } from '../../kernel/db/cache-epoch.ts'

/**
 * Settings, rules, roles, emoji and blocks are cached in memory: every change of them emits
 * `settings.changed`, on which every process reads them again.
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
      app.fragments.nextEpoch()
      forget(app)
    },
    'domain.blocked': forget,
    'domain.unblocked': forget,
    'domain.allowed': forget,
    'domain.disallowed': forget,
    'domains.decided': forget,
  },
}

/** Other processes hear of it at once over the bus, and within a second from the database. */
function forget(app: App): void {
  app.cached.clear()
  app.bus?.publish(['caches'], '')
}
