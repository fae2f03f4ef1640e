import type { App } from './app.ts'
import type { EventOf, EventType } from './events.ts'
import type { Tx } from './tx.ts'

/**
 * Handlers of events: `record` in the transaction, `announce` after the commit. `prepare` runs before the
 * follows, blocks, mutes or lists of accounts change. `preload` reads for `record`, by `tx.recall`: those of all
 * subscribers run together before the first `record` of the event, so they read no rows that one of these changes.
 */
export interface Subscriber {
  prepare?: (tx: Tx, accountIds: readonly string[]) => Promise<void>
  preload?: { [T in EventType]?: (tx: Tx, event: EventOf<T>) => Promise<unknown> }
  record?: { [T in EventType]?: (tx: Tx, event: EventOf<T>) => Promise<void> }
  announce?: { [T in EventType]?: (app: App, event: EventOf<T>) => Promise<void> | void }
}
