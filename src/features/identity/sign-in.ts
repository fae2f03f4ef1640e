import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { addressKey } from './email-address.ts'
import { verifyPassword } from './passwords.ts'

export interface SignInUser {
  id: string
  email: string
  password_hash: string
  confirmed_at: number | null
  approved: boolean
  disabled: boolean
  suspended_at: number | null
  deleted_at: number | null
  /** null: no second factor */
  otp_enabled_at: number | null
}

/** Reasons why a user with the right password may not sign in. */
export type SignInRefusal = 'wrong' | 'unconfirmed' | 'unapproved' | 'disabled' | 'suspended'

/**
 * Among these, the reasons with which a user still gets a session, which shows the decision and
 * nothing else.
 */
export type LetIn = 'disabled' | 'suspended'

/** Whether an authenticated user gets a session. */
export function letsIn(refusal: SignInRefusal | null): refusal is LetIn | null {
  return refusal === null || refusal === 'disabled' || refusal === 'suspended'
}

/** @param login an e-mail address or a username, in any letter case */
export async function findUserByLogin(db: Db, login: string): Promise<SignInUser | null> {
  const text = addressKey(login).replace(/^@/, '')
  const user = await signInUsers(db)
    .$if(text.includes('@'), (query) => query.where('local_user.email_lower', '=', text))
    .$if(!text.includes('@'), (query) =>
      query.where('account.username_lower', '=', text).where('account.domain', 'is', null),
    )
    .executeTakeFirst()
  return user ?? null
}

/** The user who used a passkey, or gave the password in the previous step. */
export async function findSignInUser(db: Db, userId: string): Promise<SignInUser | null> {
  const user = await signInUsers(db).where('local_user.id', '=', userId).executeTakeFirst()
  return user ?? null
}

function signInUsers(db: Db) {
  return db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['local_user.id', 'local_user.email', 'local_user.password_hash'])
    .select(['local_user.confirmed_at', 'local_user.approved', 'local_user.disabled'])
    .select(['local_user.otp_enabled_at', 'account.suspended_at', 'account.deleted_at'])
}

/**
 * Checks a password. Details about the account require the right password, and the check takes as
 * long for unknown users.
 *
 * @returns null if the user may sign in
 */
export async function signInRefusal(
  app: Pick<App, 'config'>,
  user: SignInUser | null,
  password: string,
): Promise<SignInRefusal | null> {
  const right = await verifyPassword(app.config, user?.password_hash ?? null, password)
  return right && user !== null ? barrierTo(user) : 'wrong'
}

/** The reason why an authenticated user may not sign in. @returns null if there is none */
export function barrierTo(user: SignInUser): SignInRefusal | null {
  if (user.deleted_at !== null) return 'wrong'
  if (user.suspended_at !== null) return 'suspended'
  if (user.disabled) return 'disabled'
  if (user.confirmed_at === null) return 'unconfirmed'
  return user.approved ? null : 'unapproved'
}
