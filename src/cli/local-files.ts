import { pictureKeys } from '../features/instance/pictures.ts'
import { loadSettings } from '../features/instance/settings.ts'
import type { ArchivedFile } from '../kernel/db/archive/backup.ts'
import type { Db } from '../kernel/db/database.ts'
import type { MediaStorage } from '../kernel/storage/storage.ts'
import { inBatches } from './in-batches.ts'

/** The stored files of local accounts, their statuses, local emoji and the server itself. */
export async function* localFiles(db: Db, storage: MediaStorage): AsyncGenerator<ArchivedFile> {
  for await (const key of localKeys(db)) {
    const file = await storage.open(key)
    if (file !== null) yield { name: key, content: file.stream() }
  }
}

/** The keys of these files, each once. */
export async function* localKeys(db: Db): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const key of namedKeys(db)) {
    if (key === null || seen.has(key)) continue
    seen.add(key)
    yield key
  }
}

async function* namedKeys(db: Db): AsyncGenerator<string | null> {
  yield* pictureKeys(await loadSettings(db))
  for await (const row of inBatches((after, limit) => accountPictures(db, after, limit))) {
    yield* [row.avatar_key, row.avatar_static_key, row.header_key, row.header_static_key]
  }
  for await (const row of inBatches((after, limit) => emojiPictures(db, after, limit))) {
    yield* [row.image_key, row.static_key]
  }
  for await (const row of inBatches((after, limit) => attachments(db, after, limit))) {
    yield* [row.file_key, row.preview_key, row.upload_key]
  }
}

function accountPictures(db: Db, after: string, limit: number) {
  return db
    .selectFrom('account')
    .select(['id', 'avatar_key', 'avatar_static_key', 'header_key', 'header_static_key'])
    .where('domain', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

function emojiPictures(db: Db, after: string, limit: number) {
  return db
    .selectFrom('custom_emoji')
    .select(['id', 'image_key', 'static_key'])
    .where('domain', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

function attachments(db: Db, after: string, limit: number) {
  return db
    .selectFrom('media_attachment')
    .innerJoin('account', 'account.id', 'media_attachment.account_id')
    .select(['media_attachment.id', 'file_key', 'preview_key', 'upload_key'])
    .where('account.domain', 'is', null)
    .where('media_attachment.id', '>', after)
    .orderBy('media_attachment.id')
    .limit(limit)
    .execute()
}
