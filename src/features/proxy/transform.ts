import { makePreview } from '../../kernel/processing/image.ts'
import { formatOf } from '../../kernel/processing/input.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import {
  processAvatar,
  processEmoji,
  processHeader,
} from '../../kernel/processing/profile-images.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { inTurn } from '../../kernel/processing/sharp.ts'
import { extensionOf, type StorableExtension } from '../../kernel/storage/content-types.ts'
import type { Making } from './remote-files.ts'

/** A converted file, ready to be cached. */
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
 * Converts a remote picture for the cache: profile pictures, emoji and previews are re-encoded,
 * other pictures stay unchanged if their format is accepted (A42).
 *
 * @returns the picture, and a still one if it is animated and its kind has both
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
