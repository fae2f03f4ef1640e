import type { StorableExtension } from '../storage/content-types.ts'
import { contentTypeOf } from '../storage/content-types.ts'
import type { Size } from './geometry.ts'
import { checkBytes, formatOf, type MediaInput } from './input.ts'
import { MediaRejected } from './rejected.ts'
import { decoding, openPicture, type Sharp } from './sharp.ts'

/** A picture that was checked and can be processed; only its header has been read. */
export interface Picture extends Size {
  input: MediaInput
  /** detected from its bytes */
  contentType: string
  hasAlpha: boolean
  isAnimated: boolean
}

/** A finished file without metadata. Width and height are those of one frame. */
export interface ProcessedFile extends Size {
  data: Buffer
  contentType: string
  extension: StorableExtension
}

/** Formats in which pictures are written. */
export type PictureExtension = 'jpg' | 'png' | 'webp' | 'gif'

/**
 * Checks a picture and reads its size after rotation to upright.
 *
 * @param allowed accepted content types
 * @throws MediaRejected if it has another type, too many bytes or pixels, or is damaged
 */
export async function readPicture(
  input: MediaInput,
  allowed: readonly string[],
  maxBytes: number,
): Promise<Picture> {
  await checkBytes(input, maxBytes)
  const { contentType } = await formatOf(input)
  if (!allowed.includes(contentType)) throw new MediaRejected('unsupported')
  const { autoOrient, hasAlpha, pages } = await decoding((await openPicture(input)).metadata())
  const canMove = contentType === 'image/gif' || contentType === 'image/webp'
  return { input, contentType, ...autoOrient, hasAlpha, isAnimated: canMove && (pages ?? 1) > 1 }
}

/** The upright pixels of a picture. All its frames only on request, for `gif` and `webp`. */
export async function openUpright(picture: Picture, isAnimated = false): Promise<Sharp> {
  const opened = await openPicture(picture.input, isAnimated)
  return isAnimated ? opened : opened.autoOrient()
}

/** The format in which a still picture is stored: its own if every browser and other server reads it. */
export function stillExtension({ contentType, hasAlpha }: Picture): PictureExtension {
  if (contentType === 'image/png' || contentType === 'image/gif') return 'png'
  if (contentType === 'image/webp') return 'webp'
  return hasAlpha ? 'png' : 'jpg'
}

/**
 * Encodes pixels, in sRGB and without metadata, as sharp does by default.
 *
 * @throws MediaRejected if they cannot be decoded
 */
export async function encode(pixels: Sharp, extension: PictureExtension): Promise<ProcessedFile> {
  const { data, info } = await decoding(
    format(pixels, extension).toBuffer({ resolveWithObject: true }),
  )
  const height = info.pageHeight ?? info.height
  return { data, contentType: contentTypeOf(extension), extension, width: info.width, height }
}

function format(pixels: Sharp, extension: PictureExtension): Sharp {
  switch (extension) {
    case 'jpg':
      return pixels.jpeg({ quality: 90 })
    case 'png':
      return pixels.png()
    case 'webp':
      return pixels.webp({ quality: 90 })
    case 'gif':
      return pixels.gif()
  }
}
