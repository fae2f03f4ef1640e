import type { Account } from './account.ts'

export type Severity = 'noop' | 'silence' | 'suspend'

/** @see https://docs.joinmastodon.org/entities/Admin_DomainBlock/ */
export interface DomainBlock {
  id: string
  domain: string
  created_at: string
  severity: Severity
  reject_media: boolean
  reject_reports: boolean
  private_comment: string | null
  public_comment: string | null
  obfuscate: boolean
}

export interface DomainAllow {
  id: string
  domain: string
  created_at: string
}

export type Reachability = 'ok' | 'failing' | 'unavailable'

/** Another server, as far as it is known. */
export interface Instance {
  domain: string
  software: string | null
  version: string | null
  accounts_count: number
  first_seen_at: string | null
  last_seen_at: string | null
  /** the closest one that counts for it: it may be that of a parent */
  domain_block: DomainBlock | null
  domain_allow: DomainAllow | null
  availability: {
    state: Reachability
    failing_since: string | null
    last_error: string | null
    waiting_deliveries: number
  }
}

export interface BlockImport {
  id: string
  name: string
  source: 'file' | 'subscription'
  created_at: string
  state: 'dry_run' | 'applied' | 'retracted'
  /** rows of the file */
  total: number
}

/** The result of each row of an import, or the result that a dry run predicts. */
export interface BlockImportDetails extends BlockImport {
  created: { domain: string; severity: Severity; followers_lost: number; following_lost: number }[]
  changed: {
    domain: string
    from: Severity
    to: Severity
    followers_lost: number
    following_lost: number
  }[]
  skipped: { domain: string; reason: string }[]
  errors: { line: number; text: string; error: string }[]
}

export type SeverityLimit = 'silence' | 'suspend' | 'as_given'

export interface BlockSubscription {
  id: string
  url: string
  name: string
  severity_limit: SeverityLimit
  retract_on_removal: boolean
  enabled: boolean
  last_checked_at: string | null
  last_error: string | null
  last_import_id: string | null
  blocks_count: number
}

/** Something on its way to another server, or that never arrived. */
export interface Delivery {
  id: string
  host: string
  activity_id: string
  activity_type: string
  account: Account | null
  state: 'waiting' | 'failed'
  attempts: number
  next_try_at: string | null
  last_error: string | null
  created_at: string
}

export interface DeliverySummary {
  waiting: number
  hosts: HostSummary[]
}

export interface HostSummary {
  host: string
  state: Reachability
  waiting: number
  failing_since: string | null
  next_try_at: string | null
  last_error: string | null
}
