import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'
import type { Visibility } from '../../kernel/db/schema.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    home_entry: HomeEntryTable
    home_pause: HomePauseTable
    home_pull: HomePullTable
    list_entry: ListEntryTable
    marker: MarkerTable
    pulled_author: PulledAuthorTable
    pulled_status: PulledStatusTable
  }
}

export interface HomeEntryTable {
  /** owner of the home timeline */
  account_id: Fixed<string>
  /** the status or the reblog */
  status_id: Fixed<string>
  author_id: Fixed<string>
  /** set on a reblog: the original and its author */
  reblog_of_id: Fixed<string | null>
  reblog_of_author_id: Fixed<string | null>
}

/** The timeline of a list, as `home_entry` is a home timeline. */
export interface ListEntryTable extends Omit<HomeEntryTable, 'account_id'> {
  list_id: Fixed<string>
}

/** The paused home timeline of an inactive user: nothing is added until it is rebuilt. */
export interface HomePauseTable {
  account_id: Fixed<string>
  /** set while a job rebuilds it */
  rebuilding_since: number | null
  paused_at: number
}

/**
 * A status that timelines of followers pull when they are read, as its author had many followers. The
 * columns are those that the rules of timelines use, as they were when it was posted.
 */
export interface PulledStatusTable {
  /** in the order of posting, without gaps */
  position: Fixed<number>
  status_id: Fixed<string>
  author_id: Fixed<string>
  visibility: Fixed<Visibility>
  language: Fixed<string | null>
  in_reply_to_account_id: Fixed<string | null>
  reblog_of_id: Fixed<string | null>
  reblog_of_author_id: Fixed<string | null>
  /** as in `Involving` */
  involved: Json<string[]>
  created_at: Fixed<number>
}

export interface PulledAuthorTable {
  account_id: Fixed<string>
  /** of the author's latest pulled status */
  last_position: number
}

/** How far the timelines of a local account have pulled. */
export interface HomePullTable {
  account_id: Fixed<string>
  position: number
}

export interface MarkerTable {
  user_id: Fixed<string>
  timeline: Fixed<'home' | 'notifications'>
  last_read_id: string
  version: number
  updated_at: number
}
