import type { MailContent } from '../mail-template.ts'
import type { AccountMail } from './mail-queue.ts'
import type { MailUser } from './security-mails.ts'

type Prepared = Omit<MailContent, 'serverName'>

/** To somebody who asked to join and may not; nothing is left of their account. */
export function rejectedMail(
  domain: string,
  { to, username }: Extract<AccountMail, { template: 'rejected' }>,
): Prepared {
  return {
    to,
    subject: `Your request to join ${domain}`,
    paragraphs: [
      `Hello ${username},`,
      `the people who run ${domain} looked at your request to join and decided against it. What you sent was removed.`,
    ],
    closing: ['You can join another server of the fediverse and still follow everybody here.'],
  }
}

/** To the staff, while far more people sign up than usual. */
export function waveMail(domain: string, user: MailUser, limit: number): Prepared {
  return {
    to: user.email,
    subject: `Many people sign up at ${domain}`,
    paragraphs: [
      `Hello ${user.username},`,
      `more than ${limit} people signed up at ${domain} within an hour. Until it calms down, who signs up has to be approved, and you get no mail about each of them.`,
    ],
    closing: ['How many it takes is the setting registrations.wave_limit.'],
  }
}
