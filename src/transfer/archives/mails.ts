import type { App } from '../../app.ts'
import { settings } from '../../instance/settings.ts'
import { renderMail } from '../../mail-template.ts'
import type { Tx } from '../../transact.ts'
import { findArchive } from './queries.ts'

export const MAIL = 'archive.mail'

/** The page that leads to archives. */
export const TRANSFER_PAGE = '/settings/import_export'

export function enqueueReadyMail(tx: Tx, accountId: string, exportId: string): void {
  tx.enqueue({ kind: MAIL, payload: { accountId, exportId } })
}

/** Tells that an archive is ready. The link leads to a page, so the mail opens nothing by itself. */
export async function mailReady(app: App, accountId: string, exportId: string): Promise<void> {
  const archive = await findArchive(app.db, exportId)
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (archive?.state !== 'ready' || user === undefined) return
  const { title } = await app.cached.get(settings)
  const { handleDomain, origin } = app.config
  await app.mailer.send(
    renderMail({
      serverName: title,
      to: user.email,
      subject: `Your archive from ${handleDomain} is ready`,
      paragraphs: [
        `Hello ${user.username},`,
        `the archive of your account @${user.username} at ${handleDomain} is ready to be downloaded.`,
      ],
      action: { label: 'Go to your archive', url: `${origin}${TRANSFER_PAGE}` },
      closing: [
        'It is kept for seven days.',
        'If you did not ask for it, change your password and look at who is signed in.',
      ],
    }),
  )
}
