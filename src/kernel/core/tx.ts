import type { Config } from '../base/config.ts'
import type { Db } from '../db/database.ts'
import type { AppEvent } from './events.ts'

/** The context of domain functions that change state, all in one transaction. */
export interface Tx {
  readonly db: Db
  readonly config: Config
  /** ms since 1970, the same for the whole transaction */
  readonly now: number
  /** @param at ms since 1970 of the object that gets the id, if it is older than now */
  newId(at?: number): string
  /** an id that fits a JSON number, for notifications (S-010) */
  newShortId(): string
  emit(event: AppEvent): void
  /** queues a job in this transaction; the runner wakes after the commit */
  enqueue(job: NewJob): void
  /**
   * Called before the follows, blocks, mutes or lists of accounts change, so that subscribers can finish
   * what depends on the former state.
   */
  beforeRelationsChange(...accountIds: string[]): Promise<void>
  /**
   * Shares a value that was read already, with other subscribers too. Only for `preload` and `record`, and only
   * for rows that no subscriber changes: while `work` runs, they may still change.
   */
  recall<T>(key: string, load: () => Promise<T>): Promise<T>
  /** collected and written at the end in id order, so that counters cannot cause deadlocks */
  addToCount(counter: Counter, id: string, amount: number): void
}

export type Counter =
  | 'status_stats.replies_count'
  | 'status_stats.reblogs_count'
  | 'status_stats.favourites_count'
  | 'status_stats.quotes_count'
  | 'status_stats.reactions_count'
  | 'account_stats.followers_count'
  | 'account_stats.local_followers_count'
  | 'account_stats.following_count'
  | 'account_stats.statuses_count'
  | 'domain_host.accounts_count'

export interface NewJob {
  kind: string
  payload: Record<string, unknown>
  /** ms since 1970; default now */
  runAt?: number
  /** a second job of the same kind and key is not queued while the first one waits */
  uniqueKey?: string
  /** of a received activity: waiting ones are limited per sender */
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
