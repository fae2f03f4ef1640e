import type { App } from '../../app.ts'
import { settings } from '../../instance/settings.ts'
import { isoSeconds } from '../../json.ts'
import { renderMail } from '../../mail-template.ts'

export const MAIL = 'scheduled_status.mail'

/** Tells an author what could not be published; nobody who is suspended or disabled. */
export async function mailFailure(app: App, id: string): Promise<void> {
  const row = await app.db
    .selectFrom('scheduled_status')
    .innerJoin('account', 'account.id', 'scheduled_status.account_id')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .select(['account.username', 'local_user.email', 'scheduled_at', 'error'])
    .where('scheduled_status.id', '=', id)
    .where('failed_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .where('local_user.disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return
  const { title } = await app.cached.get(settings)
  const time = isoSeconds(row.scheduled_at).replace('T', ' ').replace('Z', ' UTC')
  await app.mailer.send(
    renderMail({
      serverName: title,
      to: row.email,
      subject: 'A scheduled post was not published',
      paragraphs: [
        `Hello ${row.username},`,
        `The post that you scheduled for ${time} was not published: ${row.error}.`,
        'It is kept among your scheduled posts, where you can give it another time or delete it.',
      ],
    }),
  )
}
