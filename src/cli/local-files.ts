import { pictureKeys } from '../features/instance/pictures.ts'
import { loadSettings } from '../features/instance/settings.ts'
import { describeMediaPlace, type MediaPlace } from '../kernel/base/media-place.ts'
import type { App } from '../kernel/core/app.ts'
import type { ArchivedFile } from '../kernel/db/archive/backup.ts'
import type { Db } from '../kernel/db/database.ts'
import type { MediaStorage } from '../kernel/storage/storage.ts'
import { CommandError } from './command.ts'
import { inBatches } from './in-batches.ts'

/** How many files there are, and those that the database names and the storage lacks. */
export interface FoundFiles {
  files: number
  missing: number
  /** key of the first that is missing */
  example: string | null
}

/**
 * The stored files of local accounts, their statuses, local emoji and the server itself.
 * @param found is told what there is
 */
export async function* localFiles(
  db: Db,
  storage: MediaStorage,
  found: FoundFiles,
): AsyncGenerator<ArchivedFile> {
  for await (const key of localKeys(db)) {
    const file = await storage.open(key)
    if (file === null) {
      found.missing++
      found.example ??= key
      continue
    }
    found.files++
    yield { name: key, content: file.stream() }
  }
}

/**
 * The same for an archive. A storage without any of them is not that of the server: such an archive would look like a good one.
 * @throws CommandError at its end
 */
export async function* filesToArchive(
  db: Db,
  { storage, config }: Pick<App, 'storage' | 'config'>,
  found: FoundFiles,
): AsyncGenerator<ArchivedFile> {
  yield* localFiles(db, storage, found)
  if (found.files > 0 || found.missing === 0) return
  throw new CommandError(
    `None of the ${found.missing} files that the database names is in ${describeMediaPlace(config)}: set MEDIA_STORAGE as the server has it; nothing was written or removed`,
  )
}

/** A line about files that an archive lacks, or null. */
export function lackOf({ missing, example }: FoundFiles, config: MediaPlace): string | null {
  if (missing === 0) return null
  const files = missing === 1 ? '1 file' : `${missing} files`
  return `Not in it: ${files} that the database names and ${describeMediaPlace(config)} lacks, such as ${example}`
}

/** Whether an older archive may have many that this one lacks; single ones are deleted while an archive is made. */
export const lacksMany = ({ files, missing }: FoundFiles): boolean => missing * 100 > files

export const nothingFound = (): FoundFiles => ({ files: 0, missing: 0, example: null })

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
