import { blurhashOf } from './blurhash.ts'
import type { Size } from './geometry.ts'
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

/** A picture that may move, and its first frame as a picture of its own. */
export interface ProcessedStill {
  original: ProcessedFile
  /** null if the original is still already: its address serves for both */
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

/**
 * Makes an avatar of 400 × 400 pixels, cut to fill them (S-289).
 *
 * @throws MediaRejected
 */
export function processAvatar(input: MediaInput): Promise<ProcessedStill> {
  return processProfileImage(input, { width: 400, height: 400 })
}

/**
 * Makes a profile header of 1500 × 500 pixels, cut to fill them (S-289).
 *
 * @throws MediaRejected
 */
export function processHeader(input: MediaInput): Promise<ProcessedStill> {
  return processProfileImage(input, { width: 1500, height: 500 })
}

/**
 * Makes a custom emoji; its proportions stay (S-521).
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
 * Makes the two sizes of the server's banner, 1200 × 630 pixels and twice that (S-301).
 *
 * @throws MediaRejected
 */
export function processBanner(input: MediaInput): Promise<ProcessedBanner> {
  return inTurn(async () => {
    const picture = await readPicture(input, profileTypes, mediaLimits.imageBytes)
    const extension = picture.hasAlpha ? 'png' : 'jpg'
    const double = await fill(picture, { width: 2400, height: 1260 }, extension)
    const single = await fill(picture, { width: 1200, height: 630 }, extension)
    return { '@1x': single, '@2x': double, blurhash: await blurhashOf(single.data) }
  })
}

function processProfileImage(input: MediaInput, size: Size): Promise<ProcessedStill> {
  return inTurn(async () => {
    const picture = await readPicture(input, profileTypes, mediaLimits.profileImageBytes)
    return withStill(picture, size)
  })
}

async function withStill(picture: Picture, size: Size): Promise<ProcessedStill> {
  if (!picture.isAnimated) {
    return { original: await fill(picture, size, stillExtension(picture)), still: null }
  }
  const extension = picture.contentType === 'image/gif' ? 'gif' : 'webp'
  return {
    original: await fill(picture, size, extension, true),
    still: await fill(picture, size, 'png'),
  }
}

async function fill(
  picture: Picture,
  { width, height }: Size,
  extension: PictureExtension,
  isAnimated = false,
): Promise<ProcessedFile> {
  const pixels = await openUpright(picture, isAnimated)
  return encode(pixels.resize(width, height, { fit: 'cover' }), extension)
}
