import type { Updateable } from 'kysely'
import { InvalidFields, TAKEN } from '../accounts/field-errors.ts'
import type { App } from '../app.ts'
import type { LocalUserTable } from '../db/schema.ts'
import { isDuplicate } from '../db/unique.ts'
import { Forbidden } from '../errors.ts'
import { settings } from '../instance/settings.ts'
import type { Tx } from '../transact.ts'
import { activateIfReady } from './activation.ts'
import { emailProblem, normalizeEmail } from './email-address.ts'
import { enqueueMail } from './mail-queue.ts'
import { hashSecret } from './secrets.ts'

const DAY = 86_400_000
/** ms that the link of a mail works */
const CONFIRMATION_LIFETIME = 2 * DAY

/** Whether an address counts only once its owner followed the link of a mail. */
export async function demandsConfirmation(app: Pick<App, 'config' | 'cached'>): Promise<boolean> {
  const current = await app.cached.get(settings)
  return app.config.smtpUrl !== null || current['registrations.confirm_email']
}

/**
 * Confirms the address that the mail with this token went to; doing it again changes nothing.
 *
 * @returns false if the token is unknown or too old
 * @throws InvalidFields if somebody else got the address meanwhile
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
 * Takes the user's address as confirmed; doing it again changes nothing.
 * @returns false if it was before
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
  /** of `demandsConfirmation` */
  confirm: boolean
}

/**
 * Changes the address of a user: at once, or when the new one is confirmed. An address that was
 * never confirmed is replaced at once and gets the mail instead.
 *
 * @throws InvalidFields if it is no address or somebody else's
 */
export async function changeEmail(tx: Tx, change: EmailChange): Promise<void> {
  const { userId } = change
  await refuseEmail(tx, userId, change.email)
  const email = normalizeEmail(change.email) ?? ''
  const user = await getAddresses(tx, userId)
  // a link that is on its way was sent to another address than the one it would confirm now
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
 * Sends the mail of confirmation again, to another address if one is given (S-286).
 * @throws Forbidden if nothing waits for confirmation
 */
export async function resendConfirmation(
  tx: Tx,
  userId: string,
  email: string | null,
): Promise<void> {
  const user = await getAddresses(tx, userId)
  if (user.confirmed_at !== null && user.unconfirmed_email === null) {
    throw new Forbidden(
      'This method is only available while an e-mail address waits for confirmation',
    )
  }
  if (email === null) enqueueMail(tx, { template: 'confirmation', userId })
  else await changeEmail(tx, { userId, email, confirm: true })
}

/**
 * Queues the mail of confirmation for the account that waits with this address, if there is one:
 * nobody can tell from outside.
 */
export async function requestConfirmation(tx: Tx, email: string): Promise<void> {
  const address = normalizeEmail(email)?.toLowerCase()
  if (address !== undefined) enqueueMail(tx, { template: 'confirmation', email: address })
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

/** Links to a new password stop working; the old address is told unless it never counted. */
async function moveEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await refuseEmail(tx, userId, email)
  const user = await getAddresses(tx, userId)
  const noLinks = { unconfirmed_email: null, reset_token_hash: null, reset_sent_at: null }
  try {
    await updateUser(tx, userId, { email, email_lower: email.toLowerCase(), ...noLinks })
  } catch (error) {
    // somebody else got it since refuseEmail looked
    throw isDuplicate(error) ? new InvalidFields({ email: [TAKEN] }, { cause: error }) : error
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
