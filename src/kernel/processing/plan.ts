import type { Ffmpeg } from './ffmpeg.ts'
import type { MediaFormat } from './format.ts'
import { checkBytes, formatOf, type MediaInput } from './input.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'
import { decoding, inTurn, openPicture } from './sharp.ts'

/**
 * The processing of an upload. An `image` is ready for `processImage` at once; the other types go to
 * `processRecording` in a job, which may still detect another one of them.
 */
export type UploadType = 'image' | 'gifv' | 'video' | 'audio'

/**
 * Detects the type of an upload from its bytes (S-347, S-348). With ffmpeg an animated GIF becomes a video;
 * otherwise it stays an animated image.
 *
 * @throws MediaRejected if its type is not accepted, or it has too many bytes for its type
 */
export async function planUpload(input: MediaInput, ffmpeg: Ffmpeg | null): Promise<UploadType> {
  const format = await formatOf(input)
  const type = await typeOf(input, format, ffmpeg)
  const isImage = format.kind === 'image'
  await checkBytes(input, isImage ? mediaLimits.imageBytes : mediaLimits.videoBytes)
  if (!isImage && ffmpeg === null) throw new MediaRejected('no-ffmpeg')
  return type
}

async function typeOf(
  input: MediaInput,
  format: MediaFormat,
  ffmpeg: Ffmpeg | null,
): Promise<UploadType> {
  if (format.contentType !== 'image/gif' || ffmpeg === null) return format.kind
  const { pages = 1 } = await inTurn(async () => decoding((await openPicture(input)).metadata()))
  return pages > 1 ? 'gifv' : 'image'
}
