import type { Config } from '../../kernel/base/config.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { plural, t } from '../../kernel/text/messages.ts'
import { mailMarks } from '../instance/mail-marks.ts'
import { dayText } from './amounts.ts'
import type { HealthCheck } from './context.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** days of refusals that are counted */
const RECENT = 7
/** refusals above which it is rather this server than the addresses */
const MANY = 20

/** @returns null if there is a mail server */
export function missingMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Finding | null {
  if (smtpUrl !== null) return null
  return warn(
    t('No mail server is set: mails are written to DATA_DIR/mail'),
    t('Set SMTP_URL, or nobody can confirm an address or get a new password'),
  )
}

/** Mails that could not be sent, and addresses that the mail server refused of late. */
export const checkMails: HealthCheck = async ({ config, database, now }) => {
  const missing = missingMailServer(config)
  if (missing !== null) return [missing]
  const { failed } = await mailMarks.load(database.db)
  const { refused } = await database.slowDb
    .selectFrom('local_user')
    .select((eb) => eb.fn.countAll<number>().as('refused'))
    .where('mail_failed_at', '>', now - RECENT * DAY)
    .executeTakeFirstOrThrow()
  const findings: Finding[] = []
  if (failed !== null) {
    const text = t('The last mail could not be sent on {day}: {reason}', {
      day: dayText(failed.at),
      reason: failed.reason,
    })
    findings.push(fail(text, t('Check SMTP_URL, then run rookery jobs retry')))
  }
  if (refused > 0) {
    const text = plural(
      refused,
      'The mail server refused {n} address in the last seven days',
      'The mail server refused {n} addresses in the last seven days',
    )
    const advice = t('See the accounts; if they are right, check SPF, DKIM and the sender')
    findings.push(refused > MANY ? warn(text, advice) : ok(text))
  }
  return findings.length > 0 ? findings : [ok(t('The mail server took the last mails'))]
}
