import type { Failures } from '../../kernel/acme/stored-files.ts'
import type { Tx } from '../../kernel/core/tx.ts'

/**
 * A mail about an account. It contains no token: the job creates one when it sends the mail, so
 * that no secret waits in the queue.
 */
export type AccountMail =
  | {
      template: 'confirmation' | 'password_reset' | 'password_changed' | 'approved'
      userId: string
    }
  | { template: SecurityNotice; userId: string }
  | { template: 'passkey_added' | 'passkey_removed'; userId: string; name: string }
  /** the user is deleted before the mail is sent */
  | { template: 'account_deleted'; to: string; username: string; locale?: string }
  | { template: 'rejected'; to: string; username: string; locale?: string }
  /** the staff invalidated the password */
  | { template: 'password_voided'; userId: string }
  /** tells staff about unusually many sign-ups */
  | { template: 'sign_up_wave'; userId: string; limit: number }
  /** tells staff why the certificate of HTTPS is not renewed */
  | { template: 'certificate'; userId: string; trouble: CertificateTrouble }
  /** tells staff about an account that waits for approval */
  | { template: 'pending'; userId: string; accountId: string }
  /** sent to the old address */
  | { template: 'email_changed'; userId: string; to: string }
  /** requested for an address: sent only if a user has it */
  | { template: 'password_reset' | 'confirmation'; email: string }

/** A certificate that is not renewed. */
export interface CertificateTrouble extends Pick<Failures, 'since' | 'reason' | 'advice'> {
  /** of the certificate in use, ms since 1970; null: there is none */
  validUntil: number | null
  /** it expires within days */
  isUrgent: boolean
  /** it stands in files that the operator renews */
  isOwn?: true
}

/** Notices to the owner about changes of an account, in case somebody else made them. */
export type SecurityNotice =
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'account_moved'

export const MAIL_JOB = 'mail.send'

/** Enqueues a mail; it is sent exactly if the transaction commits. */
export function enqueueMail(tx: Tx, mail: AccountMail): void {
  tx.enqueue({ kind: MAIL_JOB, payload: { ...mail } })
}
