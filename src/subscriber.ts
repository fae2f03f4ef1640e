import type { App } from './app.ts'
import type { EventOf, EventType } from './events.ts'
import type { Tx } from './transact.ts'

/** What hears of events: `record` in the transaction, `announce` after the commit. */
export interface Subscriber {
  record?: { [T in EventType]?: (tx: Tx, event: EventOf<T>) => Promise<void> }
  announce?: { [T in EventType]?: (app: App, event: EventOf<T>) => Promise<void> | void }
}
