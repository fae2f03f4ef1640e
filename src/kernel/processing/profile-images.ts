import { blurhashOf } from './blurhash.ts'
import { type Crop, cropRegion } from './crop.ts'
import { fitPixels, type Size } from './geometry.ts'
import type { MediaInput } from './input.ts'
import { mediaLimits } from './limits.ts'
import {
  encode,
  openUpright,
  type Picture,
  type PictureExtension,
  type ProcessedFile,
  readPicture,
  stillExtension,
} from './picture.ts'
import { inTurn } from './sharp.ts'

/** A picture that may be animated, and its first frame as a separate picture. */
export interface ProcessedStill {
  original: ProcessedFile
  /** null if the original is a still picture: its URL serves for both */
  still: ProcessedFile | null
}

export interface ProcessedBanner {
  '@1x': ProcessedFile
  '@2x': ProcessedFile
  blurhash: string
}

const profileTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const emojiTypes = ['image/png', 'image/gif', 'image/webp']
const longestEmojiSide = 512 // pixels
/** width × height; each frame of an animation costs as much as a picture */
const preparedPixels = { still: 2000 * 2000, moving: 600 * 600 }

export const AVATAR_SIZE: Size = { width: 400, height: 400 }
export const HEADER_SIZE: Size = { width: 1500, height: 500 }

/**
 * Creates an avatar of 400 × 400 pixels, cropped to fill them (S-289).
 *
 * @param crop part of the picture of `prepareProfileImage`; default: the middle of an upload
 * @throws MediaRejected
 */
export function processAvatar(input: MediaInput, crop?: Crop): Promise<ProcessedStill> {
  return processProfileImage(input, AVATAR_SIZE, crop)
}

/**
 * Creates a profile header of 1500 × 500 pixels, cropped to fill them (S-289).
 *
 * @param crop as above
 * @throws MediaRejected
 */
export function processHeader(input: MediaInput, crop?: Crop): Promise<ProcessedStill> {
  return processProfileImage(input, HEADER_SIZE, crop)
}

/**
 * Creates a picture for later cropping: whole, upright, without metadata, still animated if it was, and no larger
 * than a crop at the largest zoom needs.
 *
 * @throws MediaRejected
 */
export function prepareProfileImage(input: MediaInput): Promise<ProcessedFile> {
  return inTurn(async () => {
    const picture = await readPicture(input, profileTypes, mediaLimits.profileImageBytes)
    const most = picture.isAnimated ? preparedPixels.moving : preparedPixels.still
    const { width, height } = fitPixels(picture, most)
    const pixels = await openUpright(picture, picture.isAnimated)
    return encode(pixels.resize(width, height, { fit: 'fill' }), extensionOf(picture))
  })
}

/**
 * Creates a custom emoji; its proportions stay (S-521).
 *
 * @throws MediaRejected
 */
export function processEmoji(input: MediaInput): Promise<ProcessedStill> {
  return inTurn(async () => {
    const picture = await readPicture(input, emojiTypes, mediaLimits.emojiBytes)
    const scale = Math.min(1, longestEmojiSide / Math.max(picture.width, picture.height))
    return withStill(picture, {
      width: Math.max(1, Math.round(picture.width * scale)),
      height: Math.max(1, Math.round(picture.height * scale)),
    })
  })
}

/**
 * Creates the two sizes of the server's banner, 1200 × 630 pixels and twice that (S-301).
 *
 * @throws MediaRejected
 */
export function processBanner(input: MediaInput): Promise<ProcessedBanner> {
  return inTurn(async () => {
    const picture = await readPicture(input, profileTypes, mediaLimits.imageBytes)
    const extension = picture.hasAlpha ? 'png' : 'jpg'
    const double = await fill(picture, { width: 2400, height: 1260 }, { extension })
    const single = await fill(picture, { width: 1200, height: 630 }, { extension })
    return { '@1x': single, '@2x': double, blurhash: await blurhashOf(single.data) }
  })
}

/** Sides in pixels of the server's icon, as in Mastodon. */
export const ICON_SIZES = [36, 48, 72, 96, 144, 192, 256, 384, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

/**
 * Creates the sizes of the server's icon: square, PNG, cropped to the middle.
 *
 * @throws MediaRejected
 */
export function processIcon(input: MediaInput): Promise<Record<IconSize, ProcessedFile>> {
  return inTurn(async () => {
    const picture = await readPicture(input, profileTypes, mediaLimits.profileImageBytes)
    const made: Partial<Record<IconSize, ProcessedFile>> = {}
    for (const side of ICON_SIZES) {
      made[side] = await fill(picture, { width: side, height: side }, { extension: 'png' })
    }
    return made as Record<IconSize, ProcessedFile>
  })
}

function processProfileImage(
  input: MediaInput,
  size: Size,
  crop: Crop | undefined,
): Promise<ProcessedStill> {
  return inTurn(async () => {
    // a prepared picture may have more bytes than its upload
    const most = crop === undefined ? mediaLimits.profileImageBytes : Number.POSITIVE_INFINITY
    const picture = await readPicture(input, profileTypes, most)
    return withStill(picture, size, crop)
  })
}

async function withStill(picture: Picture, size: Size, crop?: Crop): Promise<ProcessedStill> {
  const extension = extensionOf(picture)
  if (!picture.isAnimated) {
    return { original: await fill(picture, size, { extension, crop }), still: null }
  }
  return {
    original: await fill(picture, size, { extension, crop, isAnimated: true }),
    still: await fill(picture, size, { extension: 'png', crop }),
  }
}

function extensionOf(picture: Picture): PictureExtension {
  if (!picture.isAnimated) return stillExtension(picture)
  return picture.contentType === 'image/gif' ? 'gif' : 'webp'
}

interface Filling {
  extension: PictureExtension
  /** default: the middle */
  crop?: Crop | undefined
  isAnimated?: boolean
}

async function fill(
  picture: Picture,
  size: Size,
  { extension, crop, isAnimated = false }: Filling,
): Promise<ProcessedFile> {
  const pixels = await openUpright(picture, isAnimated)
  const part = crop === undefined ? pixels : pixels.extract(cropRegion(picture, size, crop))
  return encode(part.resize(size.width, size.height, { fit: 'cover' }), extension)
}
