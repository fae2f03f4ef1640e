import { blurhashOf } from './blurhash.ts'
import type { Focus } from './focus.ts'
import { fitPixels, type SizeMeta, sizeMeta } from './geometry.ts'
import type { MediaInput } from './input.ts'
import { mediaLimits, storedPixels } from './limits.ts'
import {
  encode,
  openUpright,
  type Picture,
  type ProcessedFile,
  readPicture,
  stillExtension,
} from './picture.ts'
import { inTurn } from './sharp.ts'

/** `meta` of a picture for clients. */
export interface ImageMeta {
  original: SizeMeta
  small: SizeMeta
  focus?: Focus
}

export interface ProcessedImage {
  type: 'image'
  original: ProcessedFile
  /** still, at most 640 × 360 pixels in the proportions of the original */
  preview: ProcessedFile
  blurhash: string
  meta: ImageMeta
}

const uploadTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
]

/**
 * Creates the files of an image attachment: upright, in sRGB, without metadata, newly encoded, so that only
 * pixels survive (A42). JPEG, PNG and WebP keep their format, AVIF and HEIC become JPEG, animated GIF and WebP
 * stay animated (with ffmpeg, see `planUpload` for GIF).
 *
 * @throws MediaRejected
 */
export function processImage(
  input: MediaInput,
  options: { focus?: Focus } = {},
): Promise<ProcessedImage> {
  return inTurn(async () => {
    const picture = await readPicture(input, uploadTypes, mediaLimits.imageBytes)
    const original = await makeOriginal(picture)
    const { preview, blurhash } = await makePreview(original)
    const meta: ImageMeta = { original: sizeMeta(original), small: sizeMeta(preview) }
    if (options.focus !== undefined) meta.focus = options.focus
    return { type: 'image', original, preview, blurhash, meta }
  })
}

/** Creates the still preview of a picture that was encoded here; call it `inTurn`. */
export async function makePreview(
  original: Pick<ProcessedFile, 'data' | 'contentType'>,
): Promise<{ preview: ProcessedFile; blurhash: string }> {
  const picture = await readPicture(original.data, [original.contentType], Number.POSITIVE_INFINITY)
  const { width, height } = fitPixels(picture, storedPixels.preview)
  const pixels = (await openUpright(picture)).resize(width, height, { fit: 'fill' })
  const preview = await encode(pixels, stillExtension(picture))
  return { preview, blurhash: await blurhashOf(preview.data) }
}

async function makeOriginal(picture: Picture): Promise<ProcessedFile> {
  const { width, height } = fitPixels(picture, storedPixels.original)
  const pixels = await openUpright(picture, picture.isAnimated)
  const isShrunk = width < picture.width || height < picture.height
  const fitted = isShrunk ? pixels.resize(width, height, { fit: 'fill' }) : pixels
  return encode(fitted, keptExtension(picture))
}

function keptExtension(picture: Picture) {
  if (!picture.isAnimated) return stillExtension(picture)
  return picture.contentType === 'image/gif' ? 'gif' : 'webp'
}
