import type { App } from '../../kernel/core/app.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { NO_SHOWN_PICTURES, pictureUrls } from './picture-urls.ts'

/** Name and picture of a local account, for the corner of a page. */
export interface Face {
  name: string
  /** address of a picture that does not move */
  avatar: string
}

const faceOf = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.accountId)
    .select(['username', 'display_name', 'avatar_static_key']),
)

/** @returns null if there is no such account */
export async function findFace(
  { db, config }: Pick<App, 'db' | 'config'>,
  accountId: string,
): Promise<Face | null> {
  const [row] = await faceOf(db, { accountId })
  if (row === undefined) return null
  const { username, display_name: name, avatar_static_key } = row
  const pictures = pictureUrls(config, accountId, { ...NO_SHOWN_PICTURES, avatar_static_key })
  // where a picture of an emoji would stand, its name would be no part of somebody's
  const words = name.replace(/:\w+:/g, '').trim()
  return { name: words || username, avatar: pictures.avatar_static }
}
