import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { AppEvent } from './events.ts'

/** What a domain function may use to change state: everything it does is one transaction. */
export interface Tx {
  readonly db: Db
  readonly config: Config
  /** ms since 1970, the same for the whole transaction */
  readonly now: number
  /** @param at ms since 1970 of what the id is for, if it is older than now */
  newId(at?: number): string
  /** an id that fits a JSON number, for notifications (S-010) */
  newShortId(): string
  emit(event: AppEvent): void
  /** queues a job in this transaction; the runner hears of it after the commit */
  enqueue(job: NewJob): void
  /**
   * Gives subscribers what another one has read already. For `record` alone, and for what no
   * subscriber changes: while `work` runs, it may still change.
   */
  recall<T>(key: string, load: () => Promise<T>): Promise<T>
  /** gathered and written at the end in id order, so that transactions cannot deadlock over them */
  addToCount(counter: Counter, id: string, amount: number): void
}

export type Counter =
  | 'status_stats.replies_count'
  | 'status_stats.reblogs_count'
  | 'status_stats.favourites_count'
  | 'status_stats.quotes_count'
  | 'status_stats.reactions_count'
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
  /** of what another server sent: what waits is limited by whose it is */
  source?: Source
}

/** The sender of a received activity, and its size. */
export interface Source {
  /** registrable domain of the actor */
  domain: string
  /** federation id */
  actor: string
  bytes: number
}

export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
