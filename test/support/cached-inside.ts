import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../../src/kernel/core/app.ts'
import type { Database } from '../../src/kernel/db/database.ts'

/**
 * From now on `app.cached` fails inside every transaction. By itself it fails there only while the value is not loaded,
 * which a test hardly meets and a server does after each change of its settings.
 */
export function refuseCachedInside({ cached, database }: App): void {
  const inside = new AsyncLocalStorage<{ open: boolean }>()
  const { get } = cached
  const transaction: Database['transaction'] = database.transaction.bind(database)
  const watched: Database['transaction'] = (work, options) =>
    transaction(async (db) => {
      const state = { open: true }
      try {
        return await inside.run(state, () => work(db))
      } finally {
        state.open = false
      }
    }, options)
  const refusing: App['cached']['get'] = (value) =>
    inside.getStore()?.open === true
      ? Promise.reject(new Error(`app.cached was asked for ${value.name} inside a transaction`))
      : get(value)
  Object.assign(database, { transaction: watched })
  Object.assign(cached, { get: refusing })
}
