import type { AppealState, ReportCategory, StrikeAction } from '../../shared/entities/admin.ts'

export const CATEGORIES: Readonly<Record<ReportCategory, string>> = {
  spam: 'Spam',
  legal: 'Legal',
  violation: 'Breaks rules',
  other: 'Other',
}

/** What was decided about an account, as in "Limited by @ada". */
export const STRIKES: Readonly<Record<StrikeAction, string>> = {
  none: 'Warned',
  disable: 'Frozen',
  mark_statuses_as_sensitive: 'Posts marked as sensitive',
  delete_statuses: 'Posts deleted',
  sensitive: 'Always sensitive',
  silence: 'Limited',
  suspend: 'Suspended',
}

export const APPEALS: Readonly<Record<AppealState, string>> = {
  pending: 'Waits for a decision',
  approved: 'Accepted',
  rejected: 'Rejected',
}
