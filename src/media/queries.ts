import type { Db } from '../db/database.ts'
import { NotFound } from '../errors.ts'
import type { MediaAttachment } from './serializer.ts'

export async function findMedia(db: Db, id: string): Promise<MediaAttachment | null> {
  const row = await db
    .selectFrom('media_attachment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws NotFound if there is none or it is somebody else's, alike (A51) */
export async function getOwnMedia(db: Db, accountId: string, id: string): Promise<MediaAttachment> {
  const media = await findMedia(db, id)
  if (media === null || media.account_id !== accountId) throw new NotFound()
  return media
}
