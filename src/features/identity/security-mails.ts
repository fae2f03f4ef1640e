import type { Tx } from '../../kernel/core/tx.ts'
import type { MailContent } from '../../kernel/mail/template.ts'
import { type Text, t } from '../../kernel/text/messages.ts'
import { type AccountMail, enqueueMail, type SecurityNotice } from './mail-queue.ts'

export interface MailUser {
  username: string
  email: string
  locale: string
}

export type Prepared = Omit<MailContent, 'serverName'> & { locale: string }
type NoticeMail = Extract<
  AccountMail,
  { template: SecurityNotice | 'passkey_added' | 'passkey_removed' }
>

/** A notice to the owner about a change of the account. */
export function securityMail(
  { domain, origin }: { domain: string; origin: string },
  { username, email, locale }: MailUser,
  mail: NoticeMail,
): Prepared {
  const { subject, what } = WORDS[mail.template]
  const account = `@${username}@${domain}`
  return {
    to: email,
    locale,
    subject: subject(domain),
    paragraphs: [
      t('Hello {username},', { username }),
      what(account),
      ...('name' in mail ? [t('It is called “{name}”.', { name: mail.name })] : []),
    ],
    closing: [
      t(
        'If it was not you, choose a new password at once: {address}. Then look through your settings: {settings}',
        { address: `${origin}/auth/password/new`, settings: `${origin}/settings` },
      ),
    ],
  }
}

/** Whether a mail is a security notice. */
export function isSecurityMail(mail: AccountMail): mail is NoticeMail {
  return Object.hasOwn(WORDS, mail.template)
}

interface Sentences {
  subject: (domain: string) => Text
  what: (account: string) => Text
}

const WORDS: Record<NoticeMail['template'], Sentences> = {
  two_factor_enabled: {
    subject: (domain) => t('Two-factor authentication is on for {domain}', { domain }),
    what: (account) =>
      t(
        'Two-factor authentication was turned on for your account {account} just now: signing in with the password needs a code of an app, too.',
        { account },
      ),
  },
  two_factor_disabled: {
    subject: (domain) => t('Two-factor authentication is off for {domain}', { domain }),
    what: (account) =>
      t(
        'Two-factor authentication was turned off for your account {account} just now: the password alone suffices to sign in.',
        { account },
      ),
  },
  recovery_codes_renewed: {
    subject: (domain) => t('New recovery codes for {domain}', { domain }),
    what: (account) =>
      t(
        'New recovery codes were made for your account {account} just now: the old ones are void.',
        {
          account,
        },
      ),
  },
  recovery_code_used: {
    subject: (domain) => t('A recovery code was used at {domain}', { domain }),
    what: (account) =>
      t(
        'A recovery code, which is now used up, was taken as the second factor of your account {account} just now.',
        { account },
      ),
  },
  passkey_added: {
    subject: (domain) => t('A passkey was added at {domain}', { domain }),
    what: (account) =>
      t('A passkey that can sign in was added to your account {account} just now.', { account }),
  },
  passkey_removed: {
    subject: (domain) => t('A passkey was removed at {domain}', { domain }),
    what: (account) =>
      t('A passkey was removed from your account {account} just now.', { account }),
  },
  account_moved: {
    subject: (domain) => t('Your account moved away from {domain}', { domain }),
    what: (account) =>
      t(
        'A move was started for your account {account} just now: followers are asked to follow another account instead.',
        { account },
      ),
  },
}

/** The last mail, after the account's deletion. */
export function accountDeletedMail(
  domain: string,
  { to, username, locale = '' }: Extract<AccountMail, { template: 'account_deleted' }>,
): Prepared {
  return {
    to,
    locale,
    subject: t('Your account at {domain} was deleted', { domain }),
    paragraphs: [
      t('Hello {username},', { username }),
      t(
        'Your account @{username} at {domain} was deleted just now, for good. Other servers were asked to delete what they have of it.',
        { username, domain },
      ),
    ],
    closing: [t('If it was not you, turn to the people who run the server.')],
  }
}

/** Mails a local user that the account has moved. */
export async function mailMove(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user !== undefined) enqueueMail(tx, { template: 'account_moved', userId: user.id })
}
