import type { Account } from './account.ts'
import type { Status } from './status.ts'

/** @see https://docs.joinmastodon.org/entities/Admin_Account/ ; null: not of this server's people */
export interface AdminAccount {
  id: string
  username: string
  domain: string | null
  created_at: string
  email: string | null
  ip: string | null
  ips: { ip: string; used_at: string }[] | null
  confirmed: boolean | null
  approved: boolean | null
  disabled: boolean | null
  suspended: boolean
  silenced: boolean
  sensitized: boolean
  locale: string | null
  invite_request: string | null
  created_by_application_id?: string
  invited_by_account_id?: string
  role: { id: string; name: string; color: string } | null
  account: Account
}

export type BatchAction =
  | 'approve'
  | 'reject'
  | 'none'
  | 'sensitive'
  | 'disable'
  | 'silence'
  | 'suspend'
  | 'enable'
  | 'unsensitive'
  | 'unsilence'
  | 'unsuspend'
  | 'delete'
  | 'mail'

/** An action on many accounts. */
export interface AccountBatch {
  id: string
  action: BatchAction
  subject: string
  text: string
  total: number
  done: number
  failed: number
  created_at: string
  /** null while it runs */
  finished_at: string | null
  /** of one that is read by itself */
  failures?: { account_id: string; label: string; error: string }[]
}

/** A mail that the staff wrote to a person. */
export interface StaffMail {
  id: string
  account: Account | null
  subject: string
  text: string
  created_at: string
  sent_at: string | null
  error: string | null
}

export interface MailPreview {
  to: string
  sender: string
  reply_to: string | null
  language: string
  subject: string
  text: string
}

export interface MailDelivery {
  failed_at: string | null
  error: string | null
}

/** An internal note of the staff. */
export interface Note {
  id: string
  content: string
  account: Account | null
  created_at: string
}

export interface AccountStatus {
  status: Status
  deleted_at: string | null
}

export interface Rule {
  id: string
  text: string
  hint: string
}

export type ReportCategory = 'spam' | 'legal' | 'violation' | 'other'

/** @see https://docs.joinmastodon.org/entities/Admin_Report/ */
export interface Report {
  id: string
  action_taken: boolean
  action_taken_at: string | null
  category: ReportCategory
  comment: string
  forwarded: boolean
  created_at: string
  updated_at: string
  account: AdminAccount
  target_account: AdminAccount
  assigned_account: AdminAccount | null
  action_taken_by_account: AdminAccount | null
  statuses: Status[]
  /** those of them that were deleted */
  deleted_status_ids: string[]
  collections: { id: string; name: string; url: string | null }[]
  rules: Rule[]
}

export type StrikeAction =
  | 'none'
  | 'disable'
  | 'mark_statuses_as_sensitive'
  | 'delete_statuses'
  | 'sensitive'
  | 'silence'
  | 'suspend'

export type AppealState = 'pending' | 'approved' | 'rejected'

/** A decision about an account. */
export interface Strike {
  id: string
  action: StrikeAction
  text: string
  created_at: string
  /** who decided; null: the operator, or somebody who is gone */
  account: Account | null
  target_account: Account
  report_id: string | null
  status_ids: string[] | null
  overruled_at: string | null
  appeal: { text: string; state: AppealState } | null
}

export interface Appeal {
  id: string
  text: string
  state: AppealState
  created_at: string
  account: Account
  decided_by: Account | null
  decided_at: string | null
  strike: Strike
}

export interface WarningPreset {
  id: string
  title: string
  text: string
}

/** An action of a staff member. */
export interface AuditEntry {
  id: string
  /** null: the operator, on the server itself */
  account: Account | null
  action: string
  target: { type: string; id: string | null; label: string }
  details: Record<string, unknown>
  created_at: string
}
