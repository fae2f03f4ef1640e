import { DAY } from '../../kernel/base/durations.ts'
import { utcMinute } from '../../kernel/base/utc-minute.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { asText, type Text, t } from '../../kernel/text/messages.ts'
import { markGroup } from '../instance/marks.ts'
import { lockOrigin } from '../instance/origin.ts'
import { type CertificateTrouble, enqueueMail } from './mail-queue.ts'
import type { MailUser, Prepared } from './security-mails.ts'
import { loadStaff } from './sign-up/staff-mails.ts'

/** Mails everybody who looks after the machine that its certificate is not renewed. */
export async function tellOfCertificate(tx: Tx, trouble: CertificateTrouble): Promise<void> {
  for (const userId of await loadStaff(tx.db, 'devops')) {
    enqueueMail(tx, { template: 'certificate', userId, trouble })
  }
}

/** When the staff was told last that files of the operator expire, ms since 1970. */
const certificateMarks = markGroup<{ urged: { at: number } | null }>('certificate', { urged: null })

/** The same of files that the operator renews, at most once a day whichever processes show them. */
export async function remindOfCertificate(tx: Tx, trouble: CertificateTrouble): Promise<void> {
  // processes that start together would each find that nobody was told
  await lockOrigin(tx.db)
  const { urged } = await certificateMarks.load(tx.db)
  if (urged !== null && tx.now - urged.at < DAY) return
  await certificateMarks.save(tx, 'urged', { at: tx.now })
  await tellOfCertificate(tx, trouble)
}

export function certificateMail(
  { domain, origin }: { domain: string; origin: string },
  user: MailUser,
  trouble: CertificateTrouble,
): Prepared {
  const { isUrgent, reason, advice, isOwn } = trouble
  return {
    to: user.email,
    locale: user.locale,
    subject: isUrgent
      ? t('The certificate of {domain} expires soon', { domain })
      : t('The certificate of {domain} is not renewed', { domain }),
    paragraphs: [t('Hello {username},', { username: user.username }), stateOf(domain, trouble)],
    sections: [
      { title: t('What went wrong|with the certificate'), entries: [{ title: asText(reason) }] },
      ...(advice.length === 0
        ? []
        : [
            {
              title: t('What to do|about the certificate'),
              entries: advice.map((each) => ({ title: asText(each) })),
            },
          ]),
    ],
    action: { label: t('Health'), url: `${origin}/admin/health` },
    closing: [
      isOwn
        ? t(
            'The server takes the new files by itself. The command “rookery doctor” looks for what is wrong.',
          )
        : t(
            'The server tries again by itself. The command “rookery doctor” looks for what is wrong.',
          ),
      ...(isUrgent
        ? []
        : [t('No further mail follows about it until the certificate is about to expire.')]),
    ],
  }
}

function stateOf(domain: string, { since, validUntil, isOwn }: CertificateTrouble): Text {
  const values = { domain, since: utcMinute(since) }
  if (validUntil === null) {
    return t(
      'Since {since}, no certificate for {domain} could be had. Without one, browsers, apps and other servers do not reach {domain} over https.',
      values,
    )
  }
  const until = utcMinute(validUntil)
  if (isOwn) {
    return t(
      'The certificate of {domain} has not been renewed. It is valid until {until}; after that, browsers, apps and other servers refuse {domain}.',
      { domain, until },
    )
  }
  return t(
    'Since {since}, no new certificate for {domain} could be had. The present one is valid until {until}; after that, browsers, apps and other servers refuse {domain}.',
    { ...values, until },
  )
}
