import { makePreview } from '../processing/image.ts'
import { formatOf } from '../processing/input.ts'
import { mediaLimits } from '../processing/limits.ts'
import { processAvatar, processEmoji, processHeader } from '../processing/profile-images.ts'
import { MediaRejected } from '../processing/rejected.ts'
import { inTurn } from '../processing/sharp.ts'
import { extensionOf, type StorableExtension } from '../storage/content-types.ts'
import type { Making } from './sources.ts'

/** A file ready to be kept. */
export interface Made {
  data: Buffer
  extension: StorableExtension
  contentType: string
}

export const MAX_BYTES: Record<Making, number> = {
  avatar: mediaLimits.profileImageBytes,
  header: mediaLimits.profileImageBytes,
  emoji: mediaLimits.profileImageBytes,
  picture: mediaLimits.imageBytes,
  preview: mediaLimits.imageBytes,
  file: mediaLimits.videoBytes,
}

/**
 * Makes of a remote picture what is kept of it: profile pictures, emoji and previews are encoded
 * anew, pictures stay what they are if they are one of the formats that are taken (A42).
 *
 * @returns the picture, and a still one if it moves and its kind has both
 * @throws MediaRejected
 */
export async function makePicture(
  data: Buffer,
  making: Exclude<Making, 'file'>,
): Promise<{ original: Made; still: Made | null }> {
  switch (making) {
    case 'avatar':
      return processAvatar(data)
    case 'header':
      return processHeader(data)
    case 'emoji':
      return processEmoji(data)
    case 'preview':
      return { original: await preview(data), still: null }
    case 'picture':
      return { original: await asItIs(data), still: null }
  }
}

async function preview(data: Buffer): Promise<Made> {
  const { contentType } = await picture(data)
  const { preview } = await inTurn(() => makePreview({ data, contentType }))
  return preview
}

async function asItIs(data: Buffer): Promise<Made> {
  return { data, ...(await picture(data)) }
}

async function picture(data: Buffer) {
  const { contentType, kind } = await formatOf(data)
  const extension = extensionOf(contentType)
  if (kind !== 'image' || extension === null) throw new MediaRejected('unsupported')
  return { contentType, extension }
}
