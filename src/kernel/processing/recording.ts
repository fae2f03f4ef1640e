import { rm, stat } from 'node:fs/promises'
import { type Ffmpeg, runTool } from './ffmpeg.ts'
import type { Focus } from './focus.ts'
import { checkBytes, formatOf } from './input.ts'
import { mediaLimits } from './limits.ts'
import type { ProcessedFile } from './picture.ts'
import { inputArguments, type Probe, probe } from './probe.ts'
import { type FramePreview, previewOfFrame } from './recording-frame.ts'
import { type AudioMeta, audioMeta, type VideoMeta, videoMeta } from './recording-meta.ts'
import { MediaRejected } from './rejected.ts'
import { type Conversion, convertAudio, convertVideo } from './video.ts'

/** The files and metadata of a finished video, audio or silent loop. */
export interface ProcessedRecording {
  /** silent video is `gifv`, as in Mastodon */
  type: 'video' | 'gifv' | 'audio'
  /** a new file, at a path from `temporaryPath`; it belongs to the caller */
  original: { path: string; contentType: string; extension: 'mp4' | 'mp3' }
  /** the first frame, or the cover picture; null for audio without a cover, and if a preview exists already */
  preview: ProcessedFile | null
  blurhash: string | null
  meta: VideoMeta | AudioMeta
}

export interface RecordingOptions {
  /** returns a path for a new file with this extension */
  temporaryPath: (extension: string) => string
  focus?: Focus
  /** a preview exists already: none is made */
  pictured?: boolean
  /** ends the work early, as at shutdown; the call then throws its reason */
  signal?: AbortSignal
}

const mostSeconds = 30 * 60 // for a conversion
const mostWritten = 2 * mediaLimits.videoBytes // bytes

/**
 * Converts a video or an animated GIF to MP4, and other recordings with sound to MP3; metadata is removed (A42).
 * The input file is only read. May take minutes: run it in a job.
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
  // ffmpeg stops at this size without an error.
  if ((await stat(output.written)).size >= mostWritten) throw new MediaRejected('too-large')
}

async function describe(ffmpeg: Ffmpeg, input: Source): Promise<ProcessedRecording> {
  const { conversion, written, options } = input
  const { contentType, extension } = conversion
  const original = { path: written, contentType, extension }
  const result = await probe(ffmpeg, written, conversion.demuxer, options.signal)
  if (result.video === null) {
    const cover = await coverOf(ffmpeg, input)
    const meta = audioMeta(result, cover?.preview ?? null)
    return { type: 'audio', original, ...lookOf(cover), meta }
  }
  const from = { input: inputArguments(written, 'mov'), streamIndex: result.video.index }
  const frame = options.pictured ? null : await previewOfFrame(ffmpeg, from, options.signal)
  const meta = videoMeta(result, result.video, frame?.preview ?? null, options.focus)
  return { type: result.audio === null ? 'gifv' : 'video', original, ...lookOf(frame), meta }
}

const lookOf = (made: FramePreview | null) => made ?? { preview: null, blurhash: null }

async function coverOf(
  ffmpeg: Ffmpeg,
  { path, demuxer, source, options }: Source,
): Promise<FramePreview | null> {
  if (source.coverIndex === null || options.pictured) return null
  try {
    const from = { input: inputArguments(path, demuxer), streamIndex: source.coverIndex }
    return await previewOfFrame(ffmpeg, from, options.signal)
  } catch (error) {
    if (error instanceof MediaRejected) return null // audio without its cover is still useful
    throw error
  }
}
