import { ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import { Upload } from '../../kernel/http/params.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import { type Focus, parseFocus } from '../../kernel/processing/focus.ts'
import type { SizeMeta } from '../../kernel/processing/geometry.ts'
import { processImage } from '../../kernel/processing/image.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { findMedia } from './queries.ts'
import { inputOf } from './upload-input.ts'

/** A part of a multipart body, or a base64 data URI (S-346). */
export const File = Type.Union([Upload, Type.String()])

/** Details of an upload, sent with its file or later. */
export const detailFields = {
  thumbnail: Type.Optional(File),
  description: Type.Optional(Type.String()),
  focus: Type.Optional(Type.String()),
}
const Details = Type.Object(detailFields)

/** A preview picture that replaces the generated one, stored already. */
export interface ChosenPicture {
  preview_key: string
  blurhash: string
  small: SizeMeta
}

/** Undefined members stay unchanged. */
export interface MediaDetails {
  /** null: none */
  description: string | null | undefined
  focus: Focus | undefined
  picture: ChosenPicture | undefined
}

/**
 * Checks the details of an upload and stores its picture.
 *
 * @param unused removes the picture when disposed; call its `move` once a row names the picture
 * @throws ValidationFailed, MediaRejected
 */
export async function readDetails(
  app: App,
  given: Static<typeof Details>,
  unused: AsyncDisposableStack,
): Promise<MediaDetails> {
  const details = {
    description: readDescription(given.description),
    focus: readFocus(given.focus),
  }
  if (!given.thumbnail) return { ...details, picture: undefined }
  const picture = await storePicture(app, given.thumbnail)
  unused.defer(() => app.storage.remove(picture.preview_key))
  return { ...details, picture }
}

function readDescription(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  const limit = mediaLimits.descriptionCharacters
  if (text.length > limit && [...text].length > limit) {
    throw new ValidationFailed(
      said('Description is too long (maximum is {max} characters)', { max: limit }),
    )
  }
  return text.trim() === '' ? null : text
}

function readFocus(text: string | undefined): Focus | undefined {
  if (text === undefined || text === '') return undefined
  const focus = parseFocus(text)
  if (focus === null) throw new ValidationFailed('Focus must be two numbers: x,y')
  return focus
}

async function storePicture(app: App, thumbnail: UploadedFile | string): Promise<ChosenPicture> {
  const image = await processImage(inputOf(thumbnail))
  const preview_key = newKey('previews', image.preview.extension)
  await app.storage.put(preview_key, image.preview.data)
  return { preview_key, blurhash: image.blurhash, small: image.meta.small }
}

/**
 * Changes the details of an upload. The caller raises the version of a status that shows it.
 * @returns whether anything changed
 */
export async function changeDetails(
  tx: Tx,
  mediaId: string,
  { description, focus, picture }: MediaDetails,
): Promise<boolean> {
  await lockRow(tx.db, 'media_attachment', mediaId)
  const media = await findMedia(tx.db, mediaId)
  if (media === null) return false
  const meta = {
    ...media.meta,
    ...(focus === undefined ? {} : { focus }),
    ...(picture === undefined ? {} : { small: picture.small }),
  }
  const said = description === undefined ? media.description : description
  const same = said === media.description && JSON.stringify(meta) === JSON.stringify(media.meta)
  if (same && picture === undefined) return false
  await tx.db
    .updateTable('media_attachment')
    .set({
      description: said,
      meta: JSON.stringify(meta),
      version: media.version + 1,
      ...(picture === undefined
        ? {}
        : { preview_key: picture.preview_key, blurhash: picture.blurhash }),
    })
    .where('id', '=', mediaId)
    .execute()
  if (picture !== undefined && media.preview_key !== null) {
    tx.enqueue({ kind: 'media.remove_files', payload: { keys: [media.preview_key] } })
  }
  return true
}
