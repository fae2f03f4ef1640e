import type { AppealState, ReportCategory, StrikeAction } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'

export const CATEGORIES: Readonly<Record<ReportCategory, string>> = {
  spam: t('Spam'),
  legal: t('Legal'),
  violation: t('Breaks rules'),
  other: t('Other'),
}

/** Moderation decisions about an account, as in "Limited by @ada". */
export const STRIKES: Readonly<Record<StrikeAction, string>> = {
  none: t('Warned'),
  disable: t('Frozen'),
  mark_statuses_as_sensitive: t('Posts marked as sensitive'),
  delete_statuses: t('Posts deleted'),
  sensitive: t('Always sensitive'),
  silence: t('Limited'),
  suspend: t('Suspended'),
}

export const APPEALS: Readonly<Record<AppealState, string>> = {
  pending: t('Waits for a decision'),
  approved: t('Accepted|an appeal'),
  rejected: t('Rejected|an appeal'),
}
