import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account_warning: AccountWarningTable
    account_warning_status: AccountWarningStatusTable
    appeal: AppealTable
    report: ReportTable
    report_collection: ReportCollectionTable
    report_note: ReportNoteTable
    report_status: ReportStatusTable
  }
}

export type WarningAction =
  | 'none'
  | 'disable'
  | 'mark_statuses_as_sensitive'
  | 'delete_statuses'
  | 'sensitive'
  | 'silence'
  | 'suspend'

/** A moderation action against a local or remote account. */
export interface AccountWarningTable {
  id: Fixed<string>
  /** its moderator; null: the operator */
  account_id: string | null
  target_account_id: Fixed<string>
  report_id: string | null
  action: Fixed<WarningAction>
  text: Fixed<string>
  /** ms since 1970 when an appeal was approved */
  overruled_at: ColumnType<number | null, null | undefined, number>
  created_at: Fixed<number>
}

export type AppealState = 'pending' | 'approved' | 'rejected'

/** An appeal against a moderation action. */
export interface AppealTable {
  id: Fixed<string>
  /** at most one for each warning */
  warning_id: Fixed<string>
  text: Fixed<string>
  state: AppealState
  /** the moderator; null: not decided yet, or deleted since */
  decided_by_id: string | null
  decided_at: number | null
  created_at: Fixed<number>
}

export interface AccountWarningStatusTable {
  warning_id: Fixed<string>
  status_id: Fixed<string>
}

export type ReportCategory = 'spam' | 'legal' | 'violation' | 'other'

export interface ReportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  target_account_id: Fixed<string>
  assigned_account_id: string | null
  action_taken_by_account_id: string | null
  category: ReportCategory
  comment: string
  /** null: nothing to forward */
  forwarded: boolean | null
  rule_ids: Json<string[]>
  /** of the Flag activity, if the report is remote */
  uri: string | null
  action_taken_at: number | null
  created_at: number
  updated_at: number
}

/** A note of a moderator about a report, for other staff. */
export interface ReportNoteTable {
  id: Fixed<string>
  report_id: Fixed<string>
  /** null: its author was deleted */
  account_id: string | null
  content: Fixed<string>
  created_at: Fixed<number>
}

export interface ReportStatusTable {
  report_id: Fixed<string>
  status_id: Fixed<string>
  /** as in its row: the original of a reported reblog */
  reblog_of_id: Fixed<string | null>
}

export interface ReportCollectionTable {
  report_id: Fixed<string>
  collection_id: Fixed<string>
}
