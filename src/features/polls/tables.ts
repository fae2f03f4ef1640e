import type { ColumnType } from 'kysely'
import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    poll: PollTable
    poll_option: PollOptionTable
    poll_vote: PollVoteTable
  }
}

export interface PollTable {
  id: Fixed<string>
  status_id: string | null
  account_id: string
  multiple: boolean
  hide_totals: boolean
  expires_at: number | null
  voters_count: number | null
  /** voters and author have been notified that it ended */
  expired_notified: boolean
  /** remote: when its counts were last fetched */
  refreshed_at: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}

export interface PollOptionTable {
  poll_id: Fixed<string>
  position: Fixed<number>
  title: string
  votes_count: number
}

export interface PollVoteTable {
  poll_id: Fixed<string>
  account_id: Fixed<string>
  choice: Fixed<number>
  created_at: number
  /** order of voting, from 0; 0 for a remote vote */
  place: number
}
