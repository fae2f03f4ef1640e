import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { pictureUrls } from './picture-urls.ts'
import { userSettings } from './user-settings.ts'

/** A local account as its owner edits it: source texts and settings. */
export async function getOwnProfile({ db, config }: Pick<App, 'db' | 'config'>, accountId: string) {
  const row = await db
    .selectFrom('account')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .selectAll('account')
    .select('local_user.settings')
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return {
    ...row,
    settings: userSettings(row.settings, row.locked),
    pictures: pictureUrls(config, accountId, row),
  }
}

export type OwnProfile = Awaited<ReturnType<typeof getOwnProfile>>
