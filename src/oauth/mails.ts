import type { App } from '../app.ts'
import { settings } from '../instance/settings.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { type MailContent, renderMail } from '../mail-template.ts'
import type { Tx } from '../transact.ts'
import { type AccountMail, MAIL_JOB } from './mail-queue.ts'
import { hashSecret, randomSecret } from './secrets.ts'
import {
  accountDeletedMail,
  isSecurityMail,
  securityMail,
  type MailUser as User,
} from './security-mails.ts'
import { rejectedMail, waveMail } from './sign-up-mails.ts'

/** Sends the mails that `enqueueMail` queued. One that makes no sense any more is not sent. */
export const mailJobs: JobHandlers = {
  [MAIL_JOB]: {
    concurrency: 4,
    async run(app, payload) {
      const content = await prepareMail(app, payload as unknown as AccountMail)
      if (content === null) return
      const { title } = await app.cached.get(settings)
      await app.mailer.send(renderMail({ ...content, serverName: title }))
    },
  },
}

type Prepared = Omit<MailContent, 'serverName'> | null

async function prepareMail(app: App, mail: AccountMail): Promise<Prepared> {
  if (mail.template === 'account_deleted') return accountDeletedMail(app.config.handleDomain, mail)
  if (mail.template === 'rejected') return rejectedMail(app.config.handleDomain, mail)
  const userId = 'email' in mail ? await findUserId(app, mail.email) : mail.userId
  if (userId === null) return null
  const { origin, handleDomain: domain } = app.config
  if (mail.template === 'confirmation') {
    const token = randomSecret()
    const user = await app.transact((tx) => putConfirmationToken(tx, userId, token))
    return user && confirmationMail(domain, user, linkTo(origin, 'confirmation', token))
  }
  if (mail.template === 'password_reset' || mail.template === 'password_voided') {
    const token = randomSecret()
    const user = await app.transact((tx) => putResetToken(tx, userId, token))
    const words = mail.template === 'password_reset' ? ASKED_FOR : VOIDED
    return user && resetMail(domain, user, linkTo(origin, 'reset_password', token), words)
  }
  const user = await findUser(app, userId)
  if (user === null) return null
  if (mail.template === 'password_changed') return passwordChangedMail(domain, user, origin)
  if (mail.template === 'email_changed') return emailChangedMail(domain, user, mail.to)
  if (mail.template === 'sign_up_wave') return waveMail(domain, user, mail.limit)
  if (mail.template === 'pending') return pendingMail(app, user, mail.accountId)
  if (isSecurityMail(mail)) return securityMail({ domain, origin }, user, mail)
  return approvedMail(domain, user, origin)
}

function linkTo(origin: string, purpose: 'confirmation' | 'reset_password', token: string): string {
  const path = purpose === 'confirmation' ? '/auth/confirmation' : '/auth/password/edit'
  return `${origin}${path}?${purpose}_token=${token}`
}

function confirmationMail(domain: string, user: User, url: string): Prepared {
  return {
    to: user.email,
    subject: `Confirm your e-mail address for ${domain}`,
    paragraphs: [
      `Hello ${user.username},`,
      `please confirm that this e-mail address belongs to your account @${user.username} at ${domain}.`,
    ],
    action: { label: 'Confirm e-mail address', url },
    closing: [
      'The link works for two days.',
      'If you know nothing of such an account, do nothing: without this link the address will not be used.',
    ],
  }
}

/** Why somebody gets a link to a new password. */
interface ResetWords {
  what: string
  closing: string
}

const ASKED_FOR: ResetWords = {
  what: 'somebody, hopefully you, asked for a new password for your account',
  closing: 'If it was not you, do nothing: your password stays as it is.',
}

const VOIDED: ResetWords = {
  what: 'the people who run the server made the old password void and signed out every app and browser, so please choose a new password for your account',
  closing: 'You can have another link sent whenever you want to sign in.',
}

function resetMail(domain: string, user: User, url: string, words: ResetWords): Prepared {
  return {
    to: user.email,
    subject: `Choose a new password for ${domain}`,
    paragraphs: [`Hello ${user.username},`, `${words.what} @${user.username} at ${domain}.`],
    action: { label: 'Choose a new password', url },
    closing: ['The link works for six hours and once.', words.closing],
  }
}

function passwordChangedMail(domain: string, user: User, origin: string): Prepared {
  return {
    to: user.email,
    subject: `Your password for ${domain} was changed`,
    paragraphs: [
      `Hello ${user.username},`,
      `the password of your account @${user.username} at ${domain} was changed just now. Every app and browser was signed out, except the one where you changed it.`,
    ],
    closing: [`If it was not you, choose a new password at once: ${origin}/auth/password/new`],
  }
}

function emailChangedMail(domain: string, user: User, to: string): Prepared {
  return {
    to,
    subject: `Your e-mail address for ${domain} was changed`,
    paragraphs: [
      `Hello ${user.username},`,
      `the e-mail address of your account @${user.username} at ${domain} is now ${user.email}. Mails will not be sent here any more.`,
    ],
    closing: ['If it was not you, turn to the people who run the server.'],
  }
}

function approvedMail(domain: string, user: User, origin: string): Prepared {
  return {
    to: user.email,
    subject: `Welcome to ${domain}`,
    paragraphs: [
      `Hello ${user.username},`,
      `your request to join was approved: @${user.username}@${domain} is yours.`,
    ],
    action: { label: 'Sign in', url: `${origin}/auth/sign_in` },
  }
}

/** @returns null if somebody dealt with the request meanwhile */
async function pendingMail(app: App, user: User, accountId: string): Promise<Prepared> {
  const asking = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email', 'local_user.sign_up_reason'])
    .where('account.id', '=', accountId)
    .where('local_user.approved', '=', false)
    .executeTakeFirst()
  if (asking === undefined) return null
  const { handleDomain: domain } = app.config
  return {
    to: user.email,
    subject: `@${asking.username} would like to join ${domain}`,
    paragraphs: [
      `Hello ${user.username},`,
      `@${asking.username} (${asking.email}) asks to join ${domain}.`,
      asking.sign_up_reason ?? 'No reason was given.',
    ],
  }
}

async function findUserId(app: App, email: string): Promise<string | null> {
  const user = await app.db
    .selectFrom('local_user')
    .select('id')
    .where('email_lower', '=', email)
    .executeTakeFirst()
  return user?.id ?? null
}

async function findUser({ db }: Pick<App, 'db'>, userId: string): Promise<User | null> {
  const user = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}

/** The address that waits for it, or null if none does. */
async function putConfirmationToken(tx: Tx, userId: string, token: string): Promise<User | null> {
  const changed = await tx.db
    .updateTable('local_user')
    .set({ confirmation_token_hash: hashSecret(token), confirmation_sent_at: tx.now })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('unconfirmed_email', 'is not', null)]))
    .returning('unconfirmed_email')
    .executeTakeFirst()
  const user = changed === undefined ? null : await findUser(tx, userId)
  return user && { ...user, email: changed?.unconfirmed_email ?? user.email }
}

async function putResetToken(tx: Tx, userId: string, token: string): Promise<User | null> {
  await tx.db
    .updateTable('local_user')
    .set({ reset_token_hash: hashSecret(token), reset_sent_at: tx.now })
    .where('id', '=', userId)
    .execute()
  return findUser(tx, userId)
}
