import { buffer } from 'node:stream/consumers'
import type { App } from '../app.ts'
import type { UploadedFile } from '../http/body/uploaded-file.ts'
import type { Size } from '../processing/geometry.ts'
import { prepareProfileImage } from '../processing/profile-images.ts'
import { newKey } from '../storage/keys.ts'
import { forgetFiles, PICTURE_FOLDERS, type PictureKind, takenOrRefused } from './pictures.ts'

/** ms until the file of a draft is removed, whatever became of it */
export const DRAFT_LIFETIME = 60 * 60_000

/** A picture that was uploaded and waits for its owner to say which part of it is kept. */
export interface PictureDraft extends Size {
  key: string
}

/**
 * Stores a picture whole, upright and without metadata, for an hour.
 * @throws InvalidFields if it cannot be taken
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
  // first, so that nothing is left behind if this is as far as it gets
  const runAt = app.clock() + DRAFT_LIFETIME
  await app.transact(async (tx) => forgetFiles(tx, [key], runAt))
  await app.storage.put(key, data)
  return { key, width, height }
}

/** The bytes of a draft, or null once it is gone. @param key of one that `storeDraft` made */
export async function readDraft(
  app: Pick<App, 'storage'>,
  key: string,
): Promise<Uint8Array | null> {
  const file = await app.storage.open(key)
  return file === null ? null : buffer(file.stream())
}
