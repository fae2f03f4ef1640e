import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { renderMail } from '../../kernel/mail/template.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { type Text, t } from '../../kernel/text/messages.ts'
import { settings } from '../instance/settings.ts'
import { certificateMail } from './certificate-mails.ts'
import { type AccountMail, MAIL_JOB } from './mail-queue.ts'
import { hashSecret, randomSecret } from './secrets.ts'
import {
  accountDeletedMail,
  isSecurityMail,
  type Prepared,
  securityMail,
  type MailUser as User,
} from './security-mails.ts'
import { rejectedMail, waveMail } from './sign-up/sign-up-mails.ts'

/** Sends the mails that `enqueueMail` enqueued. Obsolete mails are not sent. */
export const mailJobs: JobHandlers = {
  [MAIL_JOB]: {
    concurrency: 4,
    async run(app, payload) {
      const content = await prepareMail(app, payload as unknown as AccountMail)
      if (content === null) return
      const { title: serverName, languages } = await app.cached.get(settings)
      const words = wordsFor(content.locale, ...languages)
      await app.mailer.send(renderMail({ ...content, serverName }, words))
    },
  },
}

async function prepareMail(app: App, mail: AccountMail): Promise<Prepared | null> {
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
  if (mail.template === 'certificate') {
    return certificateMail({ domain, origin }, user, mail.trouble)
  }
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
    locale: user.locale,
    subject: t('Confirm your e-mail address for {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t(
        'Please confirm that this e-mail address belongs to your account @{username} at {domain}.',
        { username: user.username, domain },
      ),
    ],
    action: { label: t('Confirm e-mail address'), url },
    closing: [
      t('The link works for two days.'),
      t(
        'If you know nothing of such an account, do nothing: without this link the address will not be used.',
      ),
    ],
  }
}

/** The reason for a password reset link. */
interface ResetWords {
  what: (account: string) => Text
  closing: Text
}

const ASKED_FOR: ResetWords = {
  what: (account) =>
    t('Somebody, hopefully you, asked for a new password for your account {account}.', { account }),
  closing: t('If it was not you, do nothing: your password stays as it is.'),
}

const VOIDED: ResetWords = {
  what: (account) =>
    t(
      'The people who run the server made the old password void, and all passkeys with it, and signed out every app and browser, so please choose a new password for your account {account}.',
      { account },
    ),
  closing: t('You can have another link sent whenever you want to sign in.'),
}

function resetMail(domain: string, user: User, url: string, words: ResetWords): Prepared {
  return {
    to: user.email,
    locale: user.locale,
    subject: t('Choose a new password for {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      words.what(`@${user.username}@${domain}`),
    ],
    action: { label: t('Choose a new password'), url },
    closing: [t('The link works for six hours and once.'), words.closing],
  }
}

function passwordChangedMail(domain: string, user: User, origin: string): Prepared {
  return {
    to: user.email,
    locale: user.locale,
    subject: t('Your password for {domain} was changed', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t(
        'The password of your account @{username} at {domain} was changed just now. Every app and browser was signed out, except the one where you changed it.',
        { username: user.username, domain },
      ),
    ],
    closing: [
      t('If it was not you, choose a new password at once: {address}', {
        address: `${origin}/auth/password/new`,
      }),
    ],
  }
}

function emailChangedMail(domain: string, user: User, to: string): Prepared {
  return {
    to,
    locale: user.locale,
    subject: t('Your e-mail address for {domain} was changed', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t(
        'The e-mail address of your account @{username} at {domain} is now {email}. Mails will not be sent here any more.',
        { username: user.username, domain, email: user.email },
      ),
    ],
    closing: [t('If it was not you, turn to the people who run the server.')],
  }
}

function approvedMail(domain: string, user: User, origin: string): Prepared {
  return {
    to: user.email,
    locale: user.locale,
    subject: t('Welcome to {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t('Your request to join was approved: @{username}@{domain} is yours.', {
        username: user.username,
        domain,
      }),
    ],
    action: { label: t('Sign in'), url: `${origin}/auth/sign_in` },
  }
}

/** @returns null if the request was decided meanwhile */
async function pendingMail(app: App, user: User, accountId: string): Promise<Prepared | null> {
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
    locale: user.locale,
    subject: t('@{username} would like to join {domain}', { username: asking.username, domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t('@{username} ({email}) asks to join {domain}.', {
        username: asking.username,
        email: asking.email,
        domain,
      }),
      asking.sign_up_reason ?? t('No reason was given.'),
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
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  return user ?? null
}

/**
 * Stores a confirmation token; returns the user with the address to confirm, or null if none waits.
 */
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
