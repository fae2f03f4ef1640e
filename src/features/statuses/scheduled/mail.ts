import type { App } from '../../../kernel/core/app.ts'
import { renderMail } from '../../../kernel/mail/template.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { formatTime, t } from '../../../kernel/text/messages.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { settings } from '../../instance/settings.ts'

export const MAIL = 'scheduled_status.mail'

/**
 * Mails an author that a status could not be published, unless the account is suspended or
 * disabled.
 */
export async function mailFailure(app: App, id: string): Promise<void> {
  const row = await app.db
    .selectFrom('scheduled_status')
    .innerJoin('account', 'account.id', 'scheduled_status.account_id')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .select(['account.username', 'local_user.email', 'local_user.locale', 'scheduled_at', 'error'])
    .where('scheduled_status.id', '=', id)
    .where('failed_at', 'is not', null)
    .where(accountStays())
    .where('local_user.disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return
  const { title, languages } = await app.cached.get(settings)
  const time = formatTime(row.scheduled_at, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  await app.mailer.send(
    renderMail(
      {
        serverName: title,
        to: row.email,
        subject: t('A scheduled post was not published'),
        paragraphs: [
          t('Hello {username},', { username: row.username }),
          t('The post that you scheduled for {time} was not published: {error}.', {
            time,
            error: row.error ?? '',
          }),
          t(
            'It is kept among your scheduled posts, where you can give it another time or delete it.',
          ),
        ],
      },
      wordsFor(row.locale, ...languages),
    ),
  )
}
