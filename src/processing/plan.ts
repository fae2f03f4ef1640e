import type { Ffmpeg } from './ffmpeg.ts'
import type { MediaFormat } from './format.ts'
import { checkBytes, formatOf, type MediaInput } from './input.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'
import { decoding, inTurn, openPicture } from './sharp.ts'

/**
 * What will become of an upload. An `image` is ready for `processImage` at once; the others are
 * for `processRecording` in a job, which may still find that they are of another of these types.
 */
export type UploadType = 'image' | 'gifv' | 'video' | 'audio'

/**
 * Decides by its bytes what an upload is (S-347, S-348). A moving GIF becomes a video where ffmpeg
 * is, and stays a moving image elsewhere.
 *
 * @throws MediaRejected if it has a type that is not taken, or too many bytes for its type
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
