import type { Updateable } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import { Forbidden } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { isUniqueViolation } from '../../../kernel/db/unique-violation.ts'
import { InvalidFields, TAKEN } from '../../accounts/field-errors.ts'
import { settings } from '../../instance/settings.ts'
import { emailProblem, normalizeEmail } from '../email-address.ts'
import { enqueueMail } from '../mail-queue.ts'
import { hashSecret } from '../secrets.ts'
import type { LocalUserTable } from '../tables.ts'
import { activateIfReady } from './activation.ts'

/** ms during which the mailed link is valid */
const CONFIRMATION_LIFETIME = 2 * DAY

/** Whether e-mail addresses must be confirmed by a mailed link. */
export async function demandsConfirmation(app: Pick<App, 'config' | 'cached'>): Promise<boolean> {
  const current = await app.cached.get(settings)
  return app.config.smtpUrl !== null || current['registrations.confirm_email']
}

/**
 * Confirms the address that got the mail with this token; doing it again changes nothing.
 *
 * @returns false if the token is unknown or expired
 * @throws InvalidFields if another user got the address meanwhile
 */
export async function confirmEmail(tx: Tx, token: string): Promise<boolean> {
  const user = await tx.db
    .selectFrom('local_user')
    .select(['id', 'email', 'unconfirmed_email', 'confirmed_at', 'confirmation_sent_at'])
    .where('confirmation_token_hash', '=', hashSecret(token))
    .executeTakeFirst()
  if (user === undefined) return false
  if (user.confirmed_at !== null && user.unconfirmed_email === null) return true
  if ((user.confirmation_sent_at ?? 0) + CONFIRMATION_LIFETIME <= tx.now) return false
  if (user.unconfirmed_email !== null) await moveEmail(tx, user.id, user.unconfirmed_email)
  await confirmUser(tx, user.id)
  return true
}

/**
 * Marks the user's address as confirmed; doing it again changes nothing.
 * @returns false if it was confirmed before
 */
export async function confirmUser(tx: Tx, userId: string): Promise<boolean> {
  const confirmed = await tx.db
    .updateTable('local_user')
    .set({ confirmed_at: tx.now })
    .where('id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (confirmed === undefined) return false
  await activateIfReady(tx, userId)
  return true
}

export interface EmailChange {
  userId: string
  email: string
  /** from `demandsConfirmation` */
  confirm: boolean
}

/**
 * Changes a user's e-mail address: at once, or once the new one is confirmed. An unconfirmed
 * address is replaced at once, and the new one gets the mail.
 *
 * @throws InvalidFields if it is invalid or another user's
 */
export async function changeEmail(tx: Tx, change: EmailChange): Promise<void> {
  const { userId } = change
  await refuseEmail(tx, userId, change.email)
  const email = normalizeEmail(change.email) ?? ''
  const user = await getAddresses(tx, userId)
  // invalidates the link already sent: it went to another address than it would now confirm
  await updateUser(tx, userId, { confirmation_token_hash: null, confirmation_sent_at: null })
  if (user.confirmed_at !== null && change.confirm) {
    const waiting = email === user.email ? null : email
    await updateUser(tx, userId, { unconfirmed_email: waiting })
    if (waiting !== null) enqueueMail(tx, { template: 'confirmation', userId })
    return
  }
  if (email !== user.email) await moveEmail(tx, userId, email)
  if (user.confirmed_at === null) enqueueMail(tx, { template: 'confirmation', userId })
}

/**
 * Sends the confirmation mail again, to another address if one is given (S-286).
 * @throws Forbidden if nothing waits for confirmation
 */
export async function resendConfirmation(
  tx: Tx,
  userId: string,
  email: string | null,
): Promise<void> {
  const user = await getAddresses(tx, userId)
  if (user.confirmed_at !== null && user.unconfirmed_email === null) {
    throw new Forbidden('This method is only available while the e-mail is awaiting confirmation')
  }
  if (email === null) enqueueMail(tx, { template: 'confirmation', userId })
  else await changeEmail(tx, { userId, email, confirm: true })
}

/**
 * Enqueues the confirmation mail for the user with this unconfirmed address, if there is one; the
 * caller cannot tell.
 */
export async function requestConfirmation(tx: Tx, email: string): Promise<void> {
  const address = normalizeEmail(email)?.toLowerCase()
  if (address !== undefined) enqueueMail(tx, { template: 'confirmation', email: address })
}

/**
 * Discards a new address that waits for confirmation: it was requested with the former password
 * (A83).
 */
export async function forgetWaitingEmail(tx: Tx, userId: string): Promise<void> {
  const noLink = { confirmation_token_hash: null, confirmation_sent_at: null }
  await tx.db
    .updateTable('local_user')
    .set({ unconfirmed_email: null, ...noLink })
    .where('id', '=', userId)
    .where('unconfirmed_email', 'is not', null)
    .execute()
}

async function getAddresses(tx: Tx, userId: string) {
  return tx.db
    .selectFrom('local_user')
    .select(['email', 'unconfirmed_email', 'confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function refuseEmail(tx: Tx, userId: string, email: string): Promise<void> {
  const problem = await emailProblem(tx.db, email, userId)
  if (problem !== null) throw new InvalidFields({ email: [problem] })
}

/**
 * Password reset links become invalid; the old address gets a notice unless it was never confirmed.
 */
async function moveEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await refuseEmail(tx, userId, email)
  const user = await getAddresses(tx, userId)
  const noLinks = { unconfirmed_email: null, reset_token_hash: null, reset_sent_at: null }
  try {
    await updateUser(tx, userId, { email, email_lower: email.toLowerCase(), ...noLinks })
  } catch (error) {
    // taken by another transaction since `refuseEmail`
    throw isUniqueViolation(error) ? new InvalidFields({ email: [TAKEN] }, { cause: error }) : error
  }
  if (user.confirmed_at === null) return
  enqueueMail(tx, { template: 'email_changed', userId, to: user.email })
}

async function updateUser(
  tx: Tx,
  userId: string,
  changes: Updateable<LocalUserTable>,
): Promise<void> {
  await tx.db.updateTable('local_user').set(changes).where('id', '=', userId).execute()
}
