import type { Fixed, JsonOrNull } from '../../kernel/db/column-helpers.ts'
import type { DomainBlockTable } from '../instance/tables.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account_deletion_request: AccountDeletionRequestTable
    block_import: BlockImportTable
    block_import_row: BlockImportRowTable
    block_subscription: BlockSubscriptionTable
    peer_software: PeerSoftwareTable
    staff_mail: StaffMailTable
    staff_note: StaffNoteTable
    warning_preset: WarningPresetTable
  }
}

/** A note of the staff about an account, for other staff. */
export interface StaffNoteTable {
  id: Fixed<string>
  /** the author; null: deleted since */
  account_id: Fixed<string | null>
  target_id: Fixed<string>
  content: string
  created_at: number
}

/** A mail that a staff member wrote to a user. */
export interface StaffMailTable {
  id: Fixed<string>
  /** the recipient */
  account_id: Fixed<string>
  /** the author; null: deleted since */
  staff_id: Fixed<string | null>
  subject: Fixed<string>
  text: Fixed<string>
  created_at: Fixed<number>
  /** when the mail server took it; null: not yet, or it failed */
  sent_at: number | null
  /** why the last try failed */
  error: string | null
}

/** A preset text for warnings. */
export interface WarningPresetTable {
  id: Fixed<string>
  title: string
  text: string
  created_at: Fixed<number>
}

/** A suspended account, and when its data are erased. */
export interface AccountDeletionRequestTable {
  account_id: Fixed<string>
  /** ms since 1970 */
  due_at: number
}

/** A subscription to another server's or person's block list. */
export interface BlockSubscriptionTable {
  id: Fixed<string>
  url: string
  name: string
  severity_limit: 'silence' | 'suspend' | 'as_given'
  /** blocks removed from the list are revoked */
  retract_on_removal: boolean
  enabled: boolean
  /** of the last applied list */
  etag: string | null
  /** number of domains on the last applied list */
  last_rows: number | null
  last_checked_at: number | null
  last_error: string | null
  created_at: Fixed<number>
}

/** Domain blocks imported from a file or a list. */
export interface BlockImportTable {
  id: Fixed<string>
  subscription_id: string | null
  name: string
  source: Fixed<'file' | 'subscription'>
  mode: Fixed<'merge' | 'overwrite'>
  state: 'dry_run' | 'applied' | 'retracted'
  /** rows of the file */
  total: number
  created_at: Fixed<number>
}

/** The settings of a block in a file. */
export interface ImportedBlock {
  severity: DomainBlockTable['severity']
  reject_media: boolean
  reject_reports: boolean
  obfuscate: boolean
  public_comment: string | null
  private_comment: string | null
}

export interface BlockImportRowTable {
  import_id: Fixed<string>
  /** line of the file, from 1 on */
  line: Fixed<number>
  domain: string | null
  /** as written in the file */
  text: string
  outcome: 'create' | 'change' | 'skip' | 'error'
  /** why it is skipped or invalid */
  reason: string | null
  given: JsonOrNull<ImportedBlock>
  /** previous settings of the changed block */
  before: JsonOrNull<ImportedBlock>
  /** the created or changed block, which may be deleted */
  block_id: string | null
  /** follows of local accounts that end */
  followers_lost: number
  following_lost: number
  /** `standing`: applied, and can be retracted; `over`: nothing is left to do */
  state: 'planned' | 'applying' | 'standing' | 'retracting' | 'over'
}

/** Software of another server by its NodeInfo; null: not stated. */
export interface PeerSoftwareTable {
  domain: Fixed<string>
  software: string | null
  version: string | null
  asked_at: number
}
