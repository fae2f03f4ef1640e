import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { UserSettings } from '../db/schema.ts'
import { NotFound } from '../errors.ts'

/** What holds where a user chose nothing. */
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
 * A user's settings with the defaults filled in. Who approves followers by hand also posts to
 * followers unless they chose otherwise.
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

/** The settings of the user behind a local account. @throws NotFound if there is none */
export async function getUserSettings(db: Db, accountId: string): Promise<UserSettings> {
  const [row] = await chosenBy(db, { accountId })
  if (row === undefined) throw new NotFound()
  return userSettings(row.settings, row.locked)
}
