import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { UserSettings } from './tables.ts'

/** Defaults for settings that a user did not choose. */
const DEFAULT_USER_SETTINGS: Omit<UserSettings, 'default_privacy'> = {
  default_sensitive: false,
  default_language: null,
  default_quote_policy: 'public',
  expand_media: 'default',
  expand_spoilers: false,
  autoplay_gifs: false,
  show_application: true,
}

/**
 * A user's settings with the defaults filled in. Users with locked accounts post to followers only
 * unless they chose otherwise.
 */
export function userSettings(chosen: Partial<UserSettings>, locked: boolean): UserSettings {
  return { default_privacy: locked ? 'private' : 'public', ...DEFAULT_USER_SETTINGS, ...chosen }
}

const chosenBy = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('local_user.account_id', '=', p.accountId)
    .select(['local_user.settings', 'account.locked']),
)

/** The settings of a local account's user. @throws NotFound if there is none */
export async function getUserSettings(db: Db, accountId: string): Promise<UserSettings> {
  const [row] = await chosenBy(db, { accountId })
  if (row === undefined) throw new NotFound()
  return userSettings(row.settings, row.locked)
}
