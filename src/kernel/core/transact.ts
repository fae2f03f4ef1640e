import type { Config } from '../base/config.ts'
import type { IdMinter } from '../base/ids.ts'
import type { Database, Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { App } from './app.ts'
import type { AppEvent } from './events.ts'
import type { Subscriber } from './subscriber.ts'
import type { Counter, NewJob, Transact, Tx } from './tx.ts'

export interface TransactOptions {
  database: Database
  config: Config
  clock: () => number
  ids: IdMinter
  shortIds: IdMinter
  /** awaited before each transaction: ids cannot be minted yet while it is pending */
  ready: () => Promise<void> | undefined
  subscribers: readonly Subscriber[]
  enqueueJobs: (db: Db, jobs: NewJob[], now: number, newId: () => string) => Promise<void>
  /** called after the commit if jobs were queued */
  wakeJobs: () => void
  onAnnounceError: (error: unknown, event: AppEvent) => void
  app: () => App
}

/**
 * Creates `app.transact`: runs `work` in one transaction together with every subscriber's `record`
 * of the events it emits (first in, first out), and resolves once the commit is durable.
 * `work` may run again after a serialisation failure, so it changes nothing outside `tx`.
 */
export function createTransact(options: TransactOptions): Transact {
  return async (work) => {
    const pending = options.ready()
    if (pending !== undefined) await pending
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
  recalled: Map<string, Promise<unknown>>
}

function newState(): State {
  return { events: [], jobs: [], counts: new Map(), recalled: new Map() }
}

function createTx(options: TransactOptions, db: Db, state: State): Tx {
  const tx: Tx = {
    db,
    config: options.config,
    now: options.clock(),
    newId: (at) => options.ids.mint(at),
    newShortId: () => options.shortIds.mint(),
    emit: (event) => void state.events.push(event),
    enqueue: (job) => void state.jobs.push(job),
    recall<T>(key: string, load: () => Promise<T>) {
      const known = state.recalled.get(key) as Promise<T> | undefined
      const value = known ?? load()
      if (known === undefined) state.recalled.set(key, value)
      return value
    },
    addToCount(counter, id, amount) {
      const counts = state.counts.get(counter) ?? new Map<string, number>()
      state.counts.set(counter, counts)
      counts.set(id, (counts.get(id) ?? 0) + amount)
    },
    async beforeRelationsChange(...accountIds) {
      for (const { prepare } of options.subscribers) await prepare?.(tx, accountIds)
    },
  }
  return tx
}

async function recordAll(subscribers: readonly Subscriber[], tx: Tx, state: State) {
  for (let at = 0; at < state.events.length; at++) {
    const event = state.events[at]!
    await preloadAll(subscribers, tx, event)
    for (const subscriber of subscribers) {
      const record = subscriber.record?.[event.type] as
        | ((tx: Tx, event: AppEvent) => Promise<void>)
        | undefined
      if (record !== undefined) await record(tx, event)
    }
  }
  return state.events
}

/** All reads are asked in one turn, and PostgreSQL answers them together. */
async function preloadAll(subscribers: readonly Subscriber[], tx: Tx, event: AppEvent) {
  const reads: Promise<unknown>[] = []
  for (const { preload } of subscribers) {
    const read = preload?.[event.type] as
      | ((tx: Tx, event: AppEvent) => Promise<unknown>)
      | undefined
    if (read !== undefined) reads.push(read(tx, event))
  }
  await Promise.all(reads)
}

async function writeCounts(db: Db, counts: State['counts']): Promise<void> {
  for (const counter of [...counts.keys()].sort()) {
    for (const [id, amount] of [...counts.get(counter)!].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (amount !== 0) await ADDING[counter](db, { id, amount })
    }
  }
}

const KEYS: Record<string, string> = {
  status_stats: 'status_id',
  account_stats: 'account_id',
  domain_host: 'id',
}

/**
 * The statement that adds to a counter, never below 0: another server may have reported a smaller count for
 * its account than the number of rows that are removed here.
 */
function adding(counter: Counter) {
  const [table, column] = counter.split('.') as ['status_stats', 'replies_count']
  const key = KEYS[table] as 'status_id'
  return prepared((db, p: { id: string; amount: number }) =>
    db
      .updateTable(table)
      .set((eb) => {
        const sum = eb(column, '+', p.amount)
        return { [column]: eb.case().when(sum, '<', 0).then(0).else(sum).end() }
      })
      .where(key, '=', p.id),
  )
}

const ADDING: Record<Counter, ReturnType<typeof adding>> = {
  'status_stats.replies_count': adding('status_stats.replies_count'),
  'status_stats.reblogs_count': adding('status_stats.reblogs_count'),
  'status_stats.favourites_count': adding('status_stats.favourites_count'),
  'status_stats.quotes_count': adding('status_stats.quotes_count'),
  'status_stats.reactions_count': adding('status_stats.reactions_count'),
  'account_stats.followers_count': adding('account_stats.followers_count'),
  'account_stats.local_followers_count': adding('account_stats.local_followers_count'),
  'account_stats.following_count': adding('account_stats.following_count'),
  'account_stats.statuses_count': adding('account_stats.statuses_count'),
  'domain_host.accounts_count': adding('domain_host.accounts_count'),
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
