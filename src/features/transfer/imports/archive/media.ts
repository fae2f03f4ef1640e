import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../../../kernel/core/app.ts'
import { idIn } from '../../../../kernel/db/id-in.ts'
import { UploadedFile } from '../../../../kernel/http/body/uploaded-file.ts'
import { mediaLimits } from '../../../../kernel/processing/limits.ts'
import { MediaRejected } from '../../../../kernel/processing/rejected.ts'
import { processMedia } from '../../../media/process.ts'
import type { MediaAttachment } from '../../../media/serializer.ts'
import { uploadMedia } from '../../../media/upload.ts'
import { ArchiveBomb, ArchiveRefused } from '../../archive-refused.ts'
import type { OpenZip, ZipFile } from '../../zip.ts'
import type { DataImport } from '../queries.ts'
import { countUnpacked } from './limits.ts'
import type { ArchivedMedia } from './post.ts'

/** Uploads made of a post's readable files. */
export interface ImportedMedia {
  media: MediaAttachment[]
  /** number of missing or unreadable files */
  missing: number
}

/**
 * Uploads the files of a post as its author would. Unused uploads are removed after a day.
 * @throws ArchiveBomb
 */
export async function importMedia(
  app: App,
  { data, zip }: { data: DataImport; zip: OpenZip },
  wanted: readonly ArchivedMedia[],
): Promise<ImportedMedia> {
  const ids: string[] = []
  for (const one of wanted) {
    const file = zip.files.get(one.place)
    const id = file === undefined ? null : await upload(app, data, file, one)
    if (id !== null) ids.push(id)
  }
  const rows = ids.length === 0 ? [] : await readyMedia(app, ids)
  const found = new Map(rows.map((row) => [row.id, row]))
  const media = ids.map((id) => found.get(id)).filter((row) => row !== undefined)
  return { media, missing: wanted.length - media.length }
}

function readyMedia({ db }: App, ids: readonly string[]): Promise<MediaAttachment[]> {
  return db
    .selectFrom('media_attachment')
    .selectAll()
    .where(idIn(db, 'id', ids))
    .where('state', '=', 'ready')
    .execute()
}

/** @returns null if the file cannot be uploaded */
async function upload(
  app: App,
  data: DataImport,
  zipped: ZipFile,
  { description, focus }: ArchivedMedia,
): Promise<string | null> {
  await using file = new UploadedFile(zipped.name, '')
  try {
    await unpackTo(app, data, zipped, file)
    const details = { description, focus: focus ?? undefined, picture: undefined }
    const media = { accountId: data.account_id, file, details, byJob: false }
    const id = await uploadMedia(app, media)
    await processMedia(app, id)
    return id
  } catch (error) {
    if (error instanceof ArchiveBomb) throw error
    if (error instanceof MediaRejected || error instanceof ArchiveRefused) return null
    throw error
  }
}

async function unpackTo(
  app: App,
  data: DataImport,
  zipped: ZipFile,
  file: UploadedFile,
): Promise<void> {
  let bytes = 0
  async function* counted() {
    for await (const chunk of zipped.read(mediaLimits.videoBytes)) {
      bytes += chunk.byteLength
      yield chunk
    }
  }
  try {
    const target = createWriteStream(file.path, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(counted()), target)
  } finally {
    await count(app, data, bytes)
  }
}

/** @throws ArchiveBomb beyond the limit of unpacked bytes */
async function count(app: App, data: DataImport, bytes: number): Promise<void> {
  const refused = await app.transact((tx) => countUnpacked(tx, data, bytes))
  if (refused !== null) throw new ArchiveBomb(refused.message)
}
