import { HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import {
  BLANK,
  type FieldError,
  InvalidFields,
  problemOf,
  tooLong,
  tooShort,
} from '../accounts/field-errors.ts'
import { removeChallenges } from './challenges.ts'
import { normalizeEmail } from './email-address.ts'
import { enqueueMail } from './mail-queue.ts'
import { voidPasskeys } from './passkeys/passkeys.ts'
import { hashPassword, PASSWORD_LENGTH, verifyPassword } from './passwords.ts'
import { hashSecret } from './secrets.ts'
import { signOutEverywhere } from './sessions.ts'
import { confirmUser, forgetWaitingEmail } from './sign-up/confirmation.ts'

/** ms during which the mailed link is valid */
const RESET_LIFETIME = 6 * HOUR

/** The reason why a text cannot be a password, or null. */
export function passwordProblem(password: string): FieldError | null {
  const length = [...password].length
  if (password === '') return BLANK
  if (length < PASSWORD_LENGTH.min) return tooShort(PASSWORD_LENGTH.min)
  return length > PASSWORD_LENGTH.max ? tooLong(PASSWORD_LENGTH.max) : null
}

export interface PasswordChange {
  userId: string
  currentPassword: string
  newPassword: string
  /** the current session, which stays; all others end */
  sessionId: string
}

/** @throws InvalidFields if it is not the user's password */
export async function checkCurrentPassword(
  app: Pick<App, 'config' | 'db'>,
  userId: string,
  password: string,
): Promise<void> {
  const user = await app.db
    .selectFrom('local_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (await verifyPassword(app.config, user?.password_hash ?? null, password)) return
  throw new InvalidFields({ current_password: [problemOf('ERR_INVALID', 'is wrong')] })
}

/**
 * Changes the password of a signed-in user. Ends all other sessions and revokes all tokens.
 * @throws InvalidFields if the current password is wrong or the new one is not acceptable
 */
export async function changePassword(app: App, change: PasswordChange): Promise<void> {
  const { userId, sessionId } = change
  await checkCurrentPassword(app, userId, change.currentPassword)
  const problem = passwordProblem(change.newPassword)
  if (problem !== null) throw new InvalidFields({ password: [problem] })
  const hash = await hashPassword(app.config, change.newPassword)
  await app.transact(async (tx) => {
    await setPassword(tx, { userId, hash, exceptSession: sessionId })
    enqueueMail(tx, { template: 'password_changed', userId })
  })
}

/**
 * Enqueues a mail with a password reset link, if a user has the address; the caller cannot tell
 * whether one does.
 */
export async function requestPasswordReset(tx: Tx, email: string): Promise<void> {
  const address = normalizeEmail(email)?.toLowerCase()
  if (address !== undefined) enqueueMail(tx, { template: 'password_reset', email: address })
}

/** Whether a mailed link is still valid. */
export async function isResetToken(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  return (await findReset(app, token)) !== undefined
}

/**
 * Sets a new password by a mailed token, once. Ends every session and revokes every token; the
 * address counts as confirmed, as the mail arrived there.
 *
 * @returns false if the token is unknown, used or expired
 * @throws InvalidFields if the password is not acceptable
 */
export async function resetPassword(app: App, token: string, password: string): Promise<boolean> {
  const known = await findReset(app, token)
  if (known === undefined) return false
  const problem = passwordProblem(password)
  if (problem !== null) throw new InvalidFields({ password: [problem] })
  const hash = await hashPassword(app.config, password)
  return app.transact(async (tx) => {
    const used = await tx.db
      .updateTable('local_user')
      .set({ reset_token_hash: null, reset_sent_at: null })
      .where('reset_token_hash', '=', hashSecret(token))
      .returning('id')
      .executeTakeFirst()
    if (used === undefined) return false
    await setPassword(tx, { userId: used.id, hash, exceptSession: null })
    await confirmUser(tx, used.id)
    enqueueMail(tx, { template: 'password_changed', userId: used.id })
    return true
  })
}

export interface NewPassword {
  userId: string
  /** from `hashPassword`, which takes too long for a transaction */
  hash: string
  /** a session that stays, or null */
  exceptSession: string | null
}

/**
 * Sets a password; ends every session but one, revokes every token, and discards an unconfirmed new
 * address.
 */
export async function setPassword(tx: Tx, { userId, hash, exceptSession }: NewPassword) {
  const user = await tx.db
    .updateTable('local_user')
    .set({ password_hash: hash, reset_token_hash: null, reset_sent_at: null })
    .where('id', '=', userId)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  await removeChallenges(tx, userId)
  await forgetWaitingEmail(tx, userId)
  await signOutEverywhere(tx, { userId, accountId: user.account_id }, exceptSession)
}

/**
 * As `setPassword`, by the staff: also removes passkeys, so that no earlier credential signs in
 * (A83).
 */
export async function replacePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await setPassword(tx, { userId, hash, exceptSession: null })
  await voidPasskeys(tx, userId)
}

async function findReset({ db, clock }: Pick<App, 'db' | 'clock'>, token: string) {
  return db
    .selectFrom('local_user')
    .select('id')
    .where('reset_token_hash', '=', hashSecret(token))
    .where('reset_sent_at', '>', clock() - RESET_LIFETIME)
    .executeTakeFirst()
}
