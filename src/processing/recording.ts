import { rm, stat } from 'node:fs/promises'
import { type Ffmpeg, runTool } from './ffmpeg.ts'
import type { Focus } from './focus.ts'
import { makePreview } from './image.ts'
import { checkBytes, formatOf } from './input.ts'
import { mediaLimits } from './limits.ts'
import type { ProcessedFile } from './picture.ts'
import { inputArguments, type Probe, probe } from './probe.ts'
import { type AudioMeta, audioMeta, type VideoMeta, videoMeta } from './recording-meta.ts'
import { MediaRejected } from './rejected.ts'
import { inTurn } from './sharp.ts'
import { type Conversion, convertAudio, convertVideo } from './video.ts'

/** The files and description of a finished video, audio or silent loop. */
export interface ProcessedRecording {
  /** silent video is `gifv`, as in Mastodon */
  type: 'video' | 'gifv' | 'audio'
  /** a new file, at a path that `temporaryPath` gave; it belongs to the caller */
  original: { path: string; contentType: string; extension: 'mp4' | 'mp3' }
  /** the first frame, or the cover picture; null for audio without one */
  preview: ProcessedFile | null
  blurhash: string | null
  meta: VideoMeta | AudioMeta
}

export interface RecordingOptions {
  /** gives a path for a new file with this extension */
  temporaryPath: (extension: string) => string
  focus?: Focus
  /** ends the work early, as at shutdown; the call then throws its reason */
  signal?: AbortSignal
}

const mostSeconds = 30 * 60 // for a conversion
const mostWritten = 2 * mediaLimits.videoBytes // bytes

/**
 * Makes an MP4 of a video or an animated GIF, an MP3 of anything else that sounds; the metadata
 * stays behind (A42). The input file is only read. May take minutes: it belongs into a job.
 *
 * @throws MediaRejected
 * @throws StorageFull
 */
export async function processRecording(
  ffmpeg: Ffmpeg,
  path: string,
  options: RecordingOptions,
): Promise<ProcessedRecording> {
  await checkBytes({ path }, mediaLimits.videoBytes)
  const { demuxer } = await formatOf({ path })
  if (demuxer === null) throw new MediaRejected('unsupported')
  const source = await probe(ffmpeg, path, demuxer, options.signal)
  const conversion = source.video === null ? convertAudio(source) : convertVideo(source, demuxer)
  const written = options.temporaryPath(conversion.extension)
  try {
    await convert(ffmpeg, inputArguments(path, demuxer), { conversion, written, options })
    return await describe(ffmpeg, { path, demuxer, source, conversion, written, options })
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

interface Written {
  conversion: Conversion
  /** path */
  written: string
  options: RecordingOptions
}

interface Source extends Written {
  path: string
  demuxer: string
  source: Probe
}

async function convert(ffmpeg: Ffmpeg, input: string[], output: Written): Promise<void> {
  const args = [
    ...['-v', 'error', '-nostdin', '-y', '-timelimit', String(mostSeconds)],
    ...['-threads', '2', ...input],
    ...['-threads', '2', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...output.conversion.args,
    ...['-t', String(mediaLimits.seconds), '-fs', String(mostWritten), `file:${output.written}`],
  ]
  await runTool(ffmpeg.ffmpeg, args, { seconds: mostSeconds, signal: output.options.signal })
  // ffmpeg stops there without a complaint.
  if ((await stat(output.written)).size >= mostWritten) throw new MediaRejected('too-large')
}

async function describe(ffmpeg: Ffmpeg, input: Source): Promise<ProcessedRecording> {
  const { conversion, written, options } = input
  const { contentType, extension } = conversion
  const original = { path: written, contentType, extension }
  const result = await probe(ffmpeg, written, conversion.demuxer, options.signal)
  if (result.video === null) {
    const cover = await coverOf(ffmpeg, input)
    const preview = cover?.preview ?? null
    const meta = audioMeta(result, preview)
    return { type: 'audio', original, preview, blurhash: cover?.blurhash ?? null, meta }
  }
  const frame = await readFrame(ffmpeg, inputArguments(written, 'mov'), result.video.index, options)
  const { preview, blurhash } = await previewOf(frame)
  const meta = videoMeta(result, result.video, preview, options.focus)
  return { type: result.audio === null ? 'gifv' : 'video', original, preview, blurhash, meta }
}

async function coverOf(ffmpeg: Ffmpeg, { path, demuxer, source, options }: Source) {
  if (source.coverIndex === null) return null
  try {
    const input = inputArguments(path, demuxer)
    return await previewOf(await readFrame(ffmpeg, input, source.coverIndex, options))
  } catch (error) {
    if (error instanceof MediaRejected) return null // sound without its cover is worth keeping
    throw error
  }
}

function previewOf(frame: Buffer) {
  return inTurn(() => makePreview({ data: frame, contentType: 'image/jpeg' }))
}

async function readFrame(
  ffmpeg: Ffmpeg,
  input: string[],
  streamIndex: number,
  options: RecordingOptions,
): Promise<Buffer> {
  const scale = "scale=w='min(1280,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease"
  const args = [
    ...['-v', 'error', '-nostdin', '-threads', '1', ...input, '-map', `0:${streamIndex}`],
    ...['-frames:v', '1', '-vf', scale, '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '2'],
    ...['-f', 'image2pipe', 'pipe:1'],
  ]
  return runTool(ffmpeg.ffmpeg, args, { seconds: 60, signal: options.signal })
}
