import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'
import type { UserSettings } from '../accounts/tables.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    auth_challenge: AuthChallengeTable
    canonical_email_block: CanonicalEmailBlockTable
    email_domain_attempt: EmailDomainAttemptTable
    email_domain_block: EmailDomainBlockTable
    local_user: LocalUserTable
    passkey: PasskeyTable
    recovery_code: RecoveryCodeTable
    session: SessionTable
    user_activity: UserActivityTable
    username_block: UsernameBlockTable
  }
}

export interface LocalUserTable {
  id: Fixed<string>
  account_id: Fixed<string>
  email: string
  email_lower: string
  /** a new address that replaces `email` once it is confirmed */
  unconfirmed_email: string | null
  /** PHC string of argon2id */
  password_hash: string
  confirmed_at: number | null
  approved: boolean
  disabled: boolean
  role_id: string | null
  locale: string
  time_zone: string | null
  /** null means all */
  chosen_languages: Json<string[] | null>
  settings: Json<Partial<UserSettings>>
  sign_up_reason: string | null
  sign_up_ip: string | null
  /** the same in the form of `ipDigits` */
  sign_up_ip_digits: ColumnType<string | null, string | null | undefined, string | null>
  application_id: string | null
  /** SHA-256 of the token in the mail, hex */
  confirmation_token_hash: string | null
  confirmation_sent_at: number | null
  reset_token_hash: string | null
  reset_sent_at: number | null
  /** day (ms / 86400000) of the last authenticated use */
  last_active_day: number | null
  /** differs after each change of the account's filters; 0: there were never any */
  filters_version: ColumnType<number, number | undefined, number>
  /** the TOTP secret, sealed (oauth/two-factor/sealing.ts); not in use before `otp_enabled_at` */
  otp_secret: string | null
  /** ms since 1970 from which on a sign-in needs a code */
  otp_enabled_at: number | null
  /** the 30 s step of the last accepted code: no code of this step or an earlier one is accepted again */
  otp_last_step: number | null
  /** when the mail server last refused a mail for the address, and why; null: it took the last one */
  mail_failed_at: ColumnType<number | null, number | null | undefined, number | null>
  mail_error: ColumnType<string | null, string | null | undefined, string | null>
  /** days between two digests; 0: none are wanted */
  digest_days: ColumnType<number, number | undefined, number>
  /** day (ms / 86400000) on which a digest is considered next; null: never */
  digest_due_day: ColumnType<number | null, number | null | undefined, number | null>
  /** ms since 1970 of the last digest */
  digest_sent_at: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}

export interface SessionTable {
  id: Fixed<string>
  user_id: Fixed<string>
  token_hash: Fixed<string>
  ip: string | null
  /** the same in the form of `ipDigits` */
  ip_digits: ColumnType<string | null, string | null | undefined, string | null>
  user_agent: string | null
  created_at: number
  last_used_at: number
  expires_at: number
  /** ms since 1970 of the last entry of a password or passkey; null: long ago */
  authenticated_at: number | null
}

/** Days on which a user was active: one row for 31 days. */
export interface UserActivityTable {
  user_id: Fixed<string>
  /** day (ms / 86400000) / 31 */
  block: Fixed<number>
  /** a bit for each of the 31 days, the first day's lowest */
  days: number
}

/** A recovery code for a lost device; a used one is deleted. */
export interface RecoveryCodeTable {
  user_id: Fixed<string>
  code_hash: Fixed<string>
}

export interface PasskeyTable {
  id: Fixed<string>
  user_id: Fixed<string>
  /** the owner's name for it */
  name: string
  /** base64url */
  credential_id: Fixed<string>
  /** COSE, base64url */
  public_key: Fixed<string>
  /** last value of the authenticator's counter; 0 for authenticators without one */
  counter: number
  transports: Json<string[]>
  created_at: Fixed<number>
  last_used_at: number | null
}

/** A challenge that one browser must answer once, within a short time. */
export interface AuthChallengeTable {
  id: Fixed<string>
  /** SHA-256, hex */
  token_hash: Fixed<string>
  purpose: Fixed<'second_step' | 'passkey_sign_in' | 'passkey_registration'>
  /** SHA-256, hex, of the value that binds it to the browser */
  browser_hash: Fixed<string>
  /** null before the user is known */
  user_id: Fixed<string | null>
  expires_at: Fixed<number>
}

/** An e-mail domain blocked for sign-up, with its subdomains and the mail hosts that serve it. */
export interface EmailDomainBlockTable {
  id: Fixed<string>
  /** in lower case, punycode */
  domain: Fixed<string>
  /** sign-ups are allowed, and the staff approves each of them */
  allow_with_approval: boolean
  created_at: Fixed<number>
}

/** Attempts to sign up despite the block. */
export interface EmailDomainAttemptTable {
  block_id: Fixed<string>
  /** since 1970, UTC */
  day: Fixed<number>
  /** digest of a network address; empty: all beyond the maximum number of sources */
  source: Fixed<string>
  uses: number
}

/** An e-mail address blocked for sign-up, in all its spellings. */
export interface CanonicalEmailBlockTable {
  id: Fixed<string>
  /** SHA-256, hex */
  canonical_email_hash: Fixed<string>
  /** the suspended account with this address; null: added by the staff */
  account_id: string | null
  created_at: Fixed<number>
}

/** A blocked user name. */
export interface UsernameBlockTable {
  id: Fixed<string>
  username: Fixed<string>
  /** in lower case, digits that replace letters spelled out */
  normalized_username: string
  /** otherwise it blocks every name that contains it */
  exact: boolean
  allow_with_approval: boolean
  created_at: Fixed<number>
}
