import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/database.ts'
import type { AppEvent, EventOf, EventType } from './events.ts'
import type { IdMinter } from './ids.ts'

/** What a domain function may use to change state: everything it does is one transaction. */
export interface Tx {
  readonly db: Db
  readonly config: Config
  /** ms since 1970, the same for the whole transaction */
  readonly now: number
  /** @param at ms since 1970 of what the id is for, if it is older than now */
  newId(at?: number): string
  emit(event: AppEvent): void
  /** queues a job in this transaction; the runner hears of it after the commit */
  enqueue(job: NewJob): void
  /** gathered and written at the end in id order, so that transactions cannot deadlock over them */
  addToCount(counter: Counter, id: string, amount: number): void
}

export type Counter =
  | 'status_stats.replies_count'
  | 'status_stats.reblogs_count'
  | 'status_stats.favourites_count'
  | 'account_stats.followers_count'
  | 'account_stats.following_count'
  | 'account_stats.statuses_count'

export interface NewJob {
  kind: string
  payload: Record<string, unknown>
  /** ms since 1970; default now */
  runAt?: number
  /** a second job of the same kind and key is not queued while the first one waits */
  uniqueKey?: string
}

/** What hears of events: `record` in the transaction, `announce` after the commit. */
export interface Subscriber {
  record?: { [T in EventType]?: (tx: Tx, event: EventOf<T>) => Promise<void> }
  announce?: { [T in EventType]?: (app: App, event: EventOf<T>) => Promise<void> | void }
}

export interface TransactOptions {
  database: Database
  config: Config
  clock: () => number
  ids: IdMinter
  subscribers: readonly Subscriber[]
  enqueueJobs: (db: Db, jobs: NewJob[], now: number, newId: () => string) => Promise<void>
  /** called after the commit if jobs were queued */
  wakeJobs: () => void
  onAnnounceError: (error: unknown, event: AppEvent) => void
  app: () => App
}

export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Makes `app.transact`: runs `work` in one transaction together with every subscriber's `record`
 * of the events it emits (first in, first out), and resolves once the commit is durable.
 * `work` may run again after a serialisation failure, so it changes nothing outside `tx`.
 */
export function createTransact(options: TransactOptions): Transact {
  return async (work) => {
    const { result, events, queued } = await options.database.transaction(async (db) => {
      const state = newState()
      const tx = createTx(options, db, state)
      const result = await work(tx)
      const events = await recordAll(options.subscribers, tx, state)
      await writeCounts(db, state.counts)
      if (state.jobs.length > 0) await options.enqueueJobs(db, state.jobs, tx.now, () => tx.newId())
      return { result, events, queued: state.jobs.length > 0 }
    })
    if (queued) options.wakeJobs()
    announceAll(options, events)
    return result
  }
}

interface State {
  events: AppEvent[]
  jobs: NewJob[]
  counts: Map<Counter, Map<string, number>>
}

function newState(): State {
  return { events: [], jobs: [], counts: new Map() }
}

function createTx(options: TransactOptions, db: Db, state: State): Tx {
  return {
    db,
    config: options.config,
    now: options.clock(),
    newId: (at) => options.ids.mint(at),
    emit: (event) => void state.events.push(event),
    enqueue: (job) => void state.jobs.push(job),
    addToCount(counter, id, amount) {
      const counts = state.counts.get(counter) ?? new Map<string, number>()
      state.counts.set(counter, counts)
      counts.set(id, (counts.get(id) ?? 0) + amount)
    },
  }
}

async function recordAll(subscribers: readonly Subscriber[], tx: Tx, state: State) {
  for (let at = 0; at < state.events.length; at++) {
    const event = state.events[at]!
    for (const subscriber of subscribers) {
      const record = subscriber.record?.[event.type] as
        | ((tx: Tx, event: AppEvent) => Promise<void>)
        | undefined
      if (record !== undefined) await record(tx, event)
    }
  }
  return state.events
}

async function writeCounts(db: Db, counts: State['counts']): Promise<void> {
  for (const counter of [...counts.keys()].sort()) {
    const [table, column] = counter.split('.') as ['status_stats', 'replies_count']
    const key = table === 'status_stats' ? 'status_id' : ('account_id' as 'status_id')
    for (const [id, amount] of [...counts.get(counter)!].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (amount === 0) continue
      await db
        .updateTable(table)
        .set((eb) => ({ [column]: eb(column, '+', amount) }))
        .where(key, '=', id)
        .execute()
    }
  }
}

function announceAll(options: TransactOptions, events: AppEvent[]): void {
  for (const event of events) {
    for (const subscriber of options.subscribers) {
      const announce = subscriber.announce?.[event.type] as
        | ((app: App, event: AppEvent) => Promise<void> | void)
        | undefined
      if (announce === undefined) continue
      Promise.try(announce, options.app(), event).catch((error) =>
        options.onAnnounceError(error, event),
      )
    }
  }
}
