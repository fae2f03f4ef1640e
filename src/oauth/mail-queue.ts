import type { Tx } from '../transact.ts'

/**
 * A mail about somebody's account. It holds no token: the job makes one when it sends, so that no
 * secret waits in the queue.
 */
export type AccountMail =
  | {
      template: 'confirmation' | 'password_reset' | 'password_changed' | 'approved'
      userId: string
    }
  | { template: SecurityNotice; userId: string }
  | { template: 'passkey_added' | 'passkey_removed'; userId: string; name: string }
  /** the user is gone by the time it is sent */
  | { template: 'account_deleted'; to: string; username: string }
  | { template: 'rejected'; to: string; username: string }
  /** the staff made the password void */
  | { template: 'password_voided'; userId: string }
  /** tells staff that more people sign up than usual */
  | { template: 'sign_up_wave'; userId: string; limit: number }
  /** tells staff that somebody waits for approval */
  | { template: 'pending'; userId: string; accountId: string }
  /** tells the old address */
  | { template: 'email_changed'; userId: string; to: string }
  /** asked for by somebody who gave an address: nothing is sent unless it is a user's */
  | { template: 'password_reset' | 'confirmation'; email: string }

/** Tells somebody what was just done to their account, in case it was not them. */
export type SecurityNotice =
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'account_moved'

export const MAIL_JOB = 'mail.send'

/** Queues a mail; it is sent exactly if the transaction commits. */
export function enqueueMail(tx: Tx, mail: AccountMail): void {
  tx.enqueue({ kind: MAIL_JOB, payload: { ...mail } })
}
