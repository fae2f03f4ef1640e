import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { MediaAttachment } from './serializer.ts'

export async function findMedia(db: Db, id: string): Promise<MediaAttachment | null> {
  const row = await db
    .selectFrom('media_attachment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws NotFound, the same error, if there is none or it is another account's (A51) */
export async function getOwnMedia(db: Db, accountId: string, id: string): Promise<MediaAttachment> {
  const media = await findMedia(db, id)
  if (media === null || media.account_id !== accountId) throw new NotFound()
  return media
}
