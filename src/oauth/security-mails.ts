import type { MailContent } from '../mail-template.ts'
import type { Tx } from '../transact.ts'
import { type AccountMail, enqueueMail, type SecurityNotice } from './mail-queue.ts'

export interface MailUser {
  username: string
  email: string
}

type Prepared = Omit<MailContent, 'serverName'>
type NoticeMail = Extract<
  AccountMail,
  { template: SecurityNotice | 'passkey_added' | 'passkey_removed' }
>

/** What was just done to an account, told to its owner. */
export function securityMail(
  { domain, origin }: { domain: string; origin: string },
  { username, email }: MailUser,
  mail: NoticeMail,
): Prepared {
  const { subject, what } = WORDS[mail.template]
  const name = 'name' in mail ? ` It is called “${mail.name}”.` : ''
  return {
    to: email,
    subject: `${subject} ${domain}`,
    paragraphs: [
      `Hello ${username},`,
      `${what} your account @${username} at ${domain} just now.${name}`,
    ],
    closing: [
      `If it was not you, choose a new password at once: ${origin}/auth/password/new. Then look through your settings: ${origin}/settings`,
    ],
  }
}

/** Whether it is one of these. */
export function isSecurityMail(mail: AccountMail): mail is NoticeMail {
  return Object.hasOwn(WORDS, mail.template)
}

const WORDS: Record<NoticeMail['template'], { subject: string; what: string }> = {
  two_factor_enabled: {
    subject: 'Two-factor authentication is on for',
    what: 'signing in with the password needs a code of an app, too: this was turned on for',
  },
  two_factor_disabled: {
    subject: 'Two-factor authentication is off for',
    what: 'the password alone suffices to sign in: two-factor authentication was turned off for',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes for',
    what: 'the old recovery codes are void: new ones were made for',
  },
  recovery_code_used: {
    subject: 'A recovery code was used at',
    what: 'a recovery code, which is now used up, was taken as the second factor of',
  },
  passkey_added: {
    subject: 'A passkey was added at',
    what: 'a passkey that can sign in was added to',
  },
  passkey_removed: {
    subject: 'A passkey was removed at',
    what: 'a passkey was removed from',
  },
  account_moved: {
    subject: 'Your account moved away from',
    what: 'followers are asked to follow another account instead, as a move was started for',
  },
}

/** The last mail to somebody whose account is gone. */
export function accountDeletedMail(
  domain: string,
  { to, username }: Extract<AccountMail, { template: 'account_deleted' }>,
): Prepared {
  return {
    to,
    subject: `Your account at ${domain} was deleted`,
    paragraphs: [
      `Hello ${username},`,
      `your account @${username} at ${domain} was deleted just now, for good. Other servers were asked to delete what they have of it.`,
    ],
    closing: ['If it was not you, turn to the people who run the server.'],
  }
}

/** Tells somebody of this server that their account moved. */
export async function tellOfMove(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user !== undefined) enqueueMail(tx, { template: 'account_moved', userId: user.id })
}
