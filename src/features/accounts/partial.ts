import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { NO_SHOWN_PICTURES, pictureUrls } from './picture-urls.ts'
import type { Rendering } from './serializer.ts'

/** https://docs.joinmastodon.org/entities/PartialAccountWithAvatar/ */
export interface PartialAccountEntity {
  id: string
  acct: string
  locked: boolean
  bot: boolean
  url: string
  avatar: string
  avatar_static: string
  avatar_description: string
}

/** The members that a row of avatars needs, in the order of the ids. */
export async function loadPartialAccounts(
  app: Rendering,
  ids: readonly string[],
): Promise<PartialAccountEntity[]> {
  if (ids.length === 0) return []
  const rows = await accountRows(app.db, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const shown = row.suspended_at === null ? row : NO_SHOWN_PICTURES
    const { avatar, avatar_static, avatar_description } = pictureUrls(app.config, id, shown)
    const acct = row.domain === null ? row.username : `${row.username}@${row.domain}`
    const { locked, bot, url } = row
    return [{ id, acct, locked, bot, url, avatar, avatar_static, avatar_description }]
  })
}

function accountRows(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'domain', 'url', 'locked', 'bot', 'suspended_at'])
    .select(['avatar_key', 'avatar_static_key', 'avatar_description', 'avatar_remote_url'])
    .select(['header_key', 'header_static_key', 'header_description', 'header_remote_url'])
    .where(idIn(db, 'id', ids))
    .execute()
}
