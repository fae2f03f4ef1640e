import { stat } from 'node:fs/promises'
import type { App } from '../../kernel/core/app.ts'
import type { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import { processImage } from '../../kernel/processing/image.ts'
import type { MediaInput } from '../../kernel/processing/input.ts'
import { planUpload, type UploadType } from '../../kernel/processing/plan.ts'
import type { RecordingPreview } from '../../kernel/processing/recording-preview.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import type { MediaDetails } from './details.ts'
import type { MediaAttachment } from './serializer.ts'
import { inputOf } from './upload-input.ts'
import { previewUpload } from './upload-preview.ts'

export interface NewMedia {
  accountId: string
  file: UploadedFile | string
  details: MediaDetails
  /** whether a job converts video and audio; otherwise the caller does */
  byJob: boolean
}

type Stored = Pick<
  MediaAttachment,
  | 'type'
  | 'state'
  | 'file_key'
  | 'preview_key'
  | 'upload_key'
  | 'content_type'
  | 'size'
  | 'blurhash'
  | 'meta'
>

/**
 * Stores an upload. An image is ready at once, video and audio wait for conversion.
 *
 * @returns the id of the media attachment
 * @throws MediaRejected if its type is not accepted, or it is too large or broken
 */
export async function uploadMedia(app: App, media: NewMedia): Promise<string> {
  const input = inputOf(media.file)
  const type = await planUpload(input, await app.ffmpeg())
  const stored =
    type === 'image'
      ? await storeImage(app, input, media.details)
      : await storeWaiting(app, input, type, media)
  return app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('media_attachment')
      .values({
        ...stored,
        id,
        account_id: media.accountId,
        status_id: null,
        description: media.details.description ?? null,
        meta: JSON.stringify(stored.meta),
        error: null,
        created_at: tx.now,
      })
      .execute()
    if (stored.state === 'waiting' && media.byJob) {
      tx.enqueue({ kind: 'media.process', payload: { mediaId: id } })
    }
    return id
  })
}

async function storeImage(
  app: App,
  input: MediaInput,
  { focus, picture }: MediaDetails,
): Promise<Stored> {
  const image = await processImage(input, focus === undefined ? {} : { focus })
  const file_key = newKey('media', image.original.extension)
  await app.storage.put(file_key, image.original.data)
  const preview_key = picture?.preview_key ?? newKey('previews', image.preview.extension)
  if (picture === undefined) await app.storage.put(preview_key, image.preview.data)
  return {
    type: 'image',
    state: 'ready',
    file_key,
    preview_key,
    upload_key: null,
    content_type: image.original.contentType,
    size: image.original.data.byteLength,
    blurhash: picture?.blurhash ?? image.blurhash,
    meta: { ...image.meta, ...(picture === undefined ? {} : { small: picture.small }) },
  }
}

async function storeWaiting(
  app: App,
  input: MediaInput,
  type: Exclude<UploadType, 'image'>,
  { details: { focus, picture }, byJob }: NewMedia,
): Promise<Stored> {
  const look = byJob ? await previewUpload(app, input, picture !== undefined) : null
  const upload_key = newKey('media', 'bin')
  const size = 'path' in input ? (await stat(input.path)).size : input.byteLength
  await app.storage.put(upload_key, input)
  return {
    type,
    state: 'waiting',
    file_key: null,
    preview_key: picture?.preview_key ?? (await storePreview(app, look)),
    upload_key,
    content_type: 'application/octet-stream',
    size,
    blurhash: picture?.blurhash ?? look?.blurhash ?? null,
    meta: {
      ...look?.meta,
      ...(focus === undefined ? {} : { focus }),
      ...(picture === undefined ? {} : { small: picture.small }),
    },
  }
}

async function storePreview(app: App, look: RecordingPreview | null): Promise<string | null> {
  if (look === null || look.preview === null) return null
  const key = newKey('previews', look.preview.extension)
  await app.storage.put(key, look.preview.data)
  return key
}
