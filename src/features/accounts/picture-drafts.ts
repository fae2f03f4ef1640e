import { buffer } from 'node:stream/consumers'
import type { App } from '../../kernel/core/app.ts'
import type { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import type { Size } from '../../kernel/processing/geometry.ts'
import { prepareProfileImage } from '../../kernel/processing/profile-images.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { forgetFiles, PICTURE_FOLDERS, type PictureKind, takenOrRefused } from './pictures.ts'

/** ms after which the file of a draft is removed, used or not */
export const DRAFT_LIFETIME = 60 * 60_000

/** An uploaded picture whose owner has yet to choose the crop. */
export interface PictureDraft extends Size {
  key: string
}

/**
 * Stores a whole picture, upright and without metadata, for an hour.
 * @throws InvalidFields if it is not acceptable
 */
export async function storeDraft(
  app: App,
  kind: PictureKind,
  file: UploadedFile,
): Promise<PictureDraft> {
  const { data, extension, width, height } = await takenOrRefused(kind, () =>
    prepareProfileImage(file),
  )
  const key = newKey(PICTURE_FOLDERS[kind], extension)
  // first, so that no file stays behind if the upload fails afterwards
  const runAt = app.clock() + DRAFT_LIFETIME
  await app.transact(async (tx) => forgetFiles(tx, [key], runAt))
  await app.storage.put(key, data)
  return { key, width, height }
}

/** The bytes of a draft, or null once it is removed. @param key of a draft from `storeDraft` */
export async function readDraft(
  app: Pick<App, 'storage'>,
  key: string,
): Promise<Uint8Array | null> {
  const file = await app.storage.open(key)
  return file === null ? null : buffer(file.stream())
}
