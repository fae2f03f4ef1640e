import { t } from '../../../kernel/text/messages.ts'
import type { AccountMail } from '../mail-queue.ts'
import type { MailUser, Prepared } from '../security-mails.ts'

/** To a rejected applicant, whose account is deleted. */
export function rejectedMail(
  domain: string,
  { to, username, locale = '' }: Extract<AccountMail, { template: 'rejected' }>,
): Prepared {
  return {
    to,
    locale,
    subject: t('Your request to join {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username }),
      t(
        'The people who run {domain} looked at your request to join and decided against it. What you sent was removed.',
        { domain },
      ),
    ],
    closing: [t('You can join another server of the fediverse and still follow everybody here.')],
  }
}

/** To the staff, during unusually many sign-ups. */
export function waveMail(domain: string, user: MailUser, limit: number): Prepared {
  return {
    to: user.email,
    locale: user.locale,
    subject: t('Many people sign up at {domain}', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t(
        'More than {limit} people signed up at {domain} within an hour. Until it calms down, who signs up has to be approved, and you get no mail about each of them.',
        { limit, domain },
      ),
    ],
    closing: [t('How many it takes is the setting registrations.wave_limit.')],
  }
}
