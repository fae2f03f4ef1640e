import type { Fixed, Json } from './column-helpers.ts'

/**
 * Every table by its name. Each feature declares its tables in its `tables.ts` and adds them here, so the database knows
 * the tables of all features although it imports none.
 */
export interface Schema {
  series: SeriesTable
  setting: SettingTable
  shared_count: SharedCountTable
}

export type Visibility = 'public' | 'unlisted' | 'private' | 'direct'

export interface SettingTable {
  name: Fixed<string>
  value: Json<unknown>
}

export type QuoteState = 'pending' | 'accepted' | 'rejected' | 'revoked' | 'deleted'

/** A counter of several processes, in one window of time; only PostgreSQL has rows. */
export interface SharedCountTable {
  key: Fixed<string>
  ends_at: Fixed<number>
  total: number
}

/** The last number of each sequence, from 1. */
export interface SeriesTable {
  name: Fixed<string>
  last: number
}

export type CollectionItemState = 'pending' | 'accepted' | 'rejected' | 'revoked'
