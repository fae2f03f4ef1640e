import { type Ffmpeg, runTool } from './ffmpeg.ts'
import { makePreview } from './image.ts'
import type { ProcessedFile } from './picture.ts'
import { inTurn } from './sharp.ts'

/** A preview made from a frame, with its blurhash. */
export interface FramePreview {
  preview: ProcessedFile
  blurhash: string
}

/**
 * Creates a preview of the first frame of a stream.
 *
 * @param from the arguments that open the recording, and the index of the stream
 * @throws MediaRejected
 */
export async function previewOfFrame(
  ffmpeg: Ffmpeg,
  from: { input: string[]; streamIndex: number },
  signal: AbortSignal | undefined,
): Promise<FramePreview> {
  const data = await readFrame(ffmpeg, from, signal)
  return inTurn(() => makePreview({ data, contentType: 'image/jpeg' }))
}

async function readFrame(
  ffmpeg: Ffmpeg,
  { input, streamIndex }: { input: string[]; streamIndex: number },
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const scale = "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease"
  const args = [
    ...['-v', 'error', '-nostdin', '-threads', '1', ...input, '-map', `0:${streamIndex}`],
    ...['-frames:v', '1', '-vf', scale, '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '2'],
    ...['-f', 'image2pipe', 'pipe:1'],
  ]
  return runTool(ffmpeg.ffmpeg, args, { seconds: 60, signal })
}
