import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { renderMail } from '../../../kernel/mail/template.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { t } from '../../../kernel/text/messages.ts'
import { settings } from '../../instance/settings.ts'
import { findArchive } from './queries.ts'

export const MAIL = 'archive.mail'

/** The page with the archives. */
export const TRANSFER_PAGE = '/settings/import_export'

export function enqueueReadyMail(tx: Tx, accountId: string, exportId: string): void {
  tx.enqueue({ kind: MAIL, payload: { accountId, exportId } })
}

/** Mails that an archive is ready. The link leads to a page, so the mail itself gives no access. */
export async function mailReady(app: App, accountId: string, exportId: string): Promise<void> {
  const archive = await findArchive(app.db, exportId)
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (archive?.state !== 'ready' || user === undefined) return
  const { title, languages } = await app.cached.get(settings)
  const { handleDomain, origin } = app.config
  await app.mailer.send(
    renderMail(
      {
        serverName: title,
        to: user.email,
        subject: t('Your archive from {handleDomain} is ready', { handleDomain }),
        paragraphs: [
          t('Hello {username},', { username: user.username }),
          t(
            'The archive of your account @{username} at {handleDomain} is ready to be downloaded.',
            { username: user.username, handleDomain },
          ),
        ],
        action: { label: t('Go to your archive'), url: `${origin}${TRANSFER_PAGE}` },
        closing: [
          t('It is kept for seven days.'),
          t('If you did not ask for it, change your password and look at who is signed in.'),
        ],
      },
      wordsFor(user.locale, ...languages),
    ),
  )
}
