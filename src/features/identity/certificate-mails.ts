import type { Tx } from '../../kernel/core/tx.ts'
import { t } from '../../kernel/text/messages.ts'
import { enqueueMail } from './mail-queue.ts'
import type { MailUser, Prepared } from './security-mails.ts'
import { loadStaff } from './sign-up/staff-mails.ts'

/** characters: an authority writes what it likes */
const REASON_LENGTH = 1000

/** Mails everybody who looks after the machine that its certificate will expire. @param reason for the log, in English */
export async function tellOfCertificate(tx: Tx, reason: string): Promise<void> {
  for (const userId of await loadStaff(tx.db, 'devops')) {
    enqueueMail(tx, { template: 'certificate', userId, reason: reason.slice(0, REASON_LENGTH) })
  }
}

export function certificateMail(domain: string, user: MailUser, reason: string): Prepared {
  return {
    to: user.email,
    locale: user.locale,
    subject: t('The certificate of {domain} expires soon', { domain }),
    paragraphs: [
      t('Hello {username},', { username: user.username }),
      t(
        'the certificate with which {domain} is reached over https expires soon, and no new one could be had. Without one, browsers, apps and other servers refuse {domain}.',
        { domain },
      ),
    ],
    written: reason,
    closing: [
      t('The server tries again by itself. The command “rookery doctor” looks for what is wrong.'),
    ],
  }
}
