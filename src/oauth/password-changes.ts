import {
  BLANK,
  type FieldError,
  InvalidFields,
  tooLong,
  tooShort,
} from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import type { Tx } from '../transact.ts'
import { dropChallenges } from './challenges.ts'
import { confirmUser } from './confirmation.ts'
import { normalizeEmail } from './email-address.ts'
import { enqueueMail } from './mail-queue.ts'
import { hashPassword, PASSWORD_LENGTH, verifyPassword } from './passwords.ts'
import { hashSecret } from './secrets.ts'
import { signOutEverywhere } from './sessions.ts'

/** ms that the link of a mail works */
const RESET_LIFETIME = 6 * 3_600_000

/** What keeps a text from being a password, or null. */
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
  /** the session it is done in goes on; every other one ends */
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
  throw new InvalidFields({ current_password: [{ error: 'ERR_INVALID', description: 'is wrong' }] })
}

/**
 * Changes the password of somebody who is signed in. All other sessions and all tokens are void.
 * @throws InvalidFields if the current one is wrong or the new one cannot be a password
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
 * Queues the mail with a link to a new password, if the address is a user's: nobody can tell from
 * outside whether it is.
 */
export async function requestPasswordReset(tx: Tx, email: string): Promise<void> {
  const address = normalizeEmail(email)?.toLowerCase()
  if (address !== undefined) enqueueMail(tx, { template: 'password_reset', email: address })
}

/** Whether the link of a mail still works. */
export async function isResetToken(
  app: Pick<App, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  return (await findReset(app, token)) !== undefined
}

/**
 * Sets a new password by the token of a mail, once. Every session and token is void afterwards; the
 * address is confirmed, as the mail went there.
 *
 * @returns false if the token is unknown, used or too old
 * @throws InvalidFields if it cannot be a password
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
  /** of `hashPassword`, which takes too long for a transaction */
  hash: string
  /** the session it is done in, if any: it goes on */
  exceptSession: string | null
}

/** Sets a password; every session but one and every token is void. */
export async function setPassword(tx: Tx, { userId, hash, exceptSession }: NewPassword) {
  const user = await tx.db
    .updateTable('local_user')
    .set({ password_hash: hash, reset_token_hash: null, reset_sent_at: null })
    .where('id', '=', userId)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  await dropChallenges(tx, userId)
  await signOutEverywhere(tx, { userId, accountId: user.account_id }, exceptSession)
}

async function findReset({ db, clock }: Pick<App, 'db' | 'clock'>, token: string) {
  return db
    .selectFrom('local_user')
    .select('id')
    .where('reset_token_hash', '=', hashSecret(token))
    .where('reset_sent_at', '>', clock() - RESET_LIFETIME)
    .executeTakeFirst()
}
