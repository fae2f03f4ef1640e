import type { Ffmpeg } from './ffmpeg.ts'
import { formatOf } from './input.ts'
import type { ProcessedFile } from './picture.ts'
import { inputArguments, type Probe, probe } from './probe.ts'
import { type FramePreview, previewOfFrame } from './recording-frame.ts'
import { type AudioMeta, audioMeta, type VideoMeta, videoMeta } from './recording-meta.ts'
import { MediaRejected } from './rejected.ts'
import { createSemaphore } from './semaphore.ts'

/** Facts about a recording that is not converted yet. */
export interface RecordingPreview {
  meta: VideoMeta | AudioMeta
  /** the first frame; null for audio, and if a picture exists already */
  preview: ProcessedFile | null
  blurhash: string | null
}

/** A user waits for the result, so it is short. Tests of what is read give it longer: they run beside much else. */
export const previewTime = { ms: 10_000 }

const twoAtATime = createSemaphore(2)

/**
 * Reads size, duration and first frame of an unconverted recording, before or instead of a conversion.
 *
 * @param pictured whether a picture exists already; then none is made
 * @returns null if it cannot be read, or not in time
 */
export function previewRecording(
  ffmpeg: Ffmpeg,
  path: string,
  { pictured }: { pictured: boolean },
): Promise<RecordingPreview | null> {
  return twoAtATime(async () => {
    const signal = AbortSignal.timeout(previewTime.ms)
    try {
      return await look(ffmpeg, path, { pictured, signal })
    } catch (error) {
      if (error instanceof MediaRejected || signal.aborted) return null
      throw error
    }
  })
}

async function look(
  ffmpeg: Ffmpeg,
  path: string,
  { pictured, signal }: { pictured: boolean; signal: AbortSignal },
): Promise<RecordingPreview | null> {
  const { demuxer } = await formatOf({ path })
  if (demuxer === null) return null
  const found = await probe(ffmpeg, path, demuxer, signal)
  const { video } = found
  const frame =
    video === null || pictured
      ? null
      : await previewOfFrame(
          ffmpeg,
          { input: inputArguments(path, demuxer), streamIndex: video.index },
          signal,
        )
  return { meta: metaOf(found, frame), ...(frame ?? { preview: null, blurhash: null }) }
}

function metaOf(found: Probe, frame: FramePreview | null): VideoMeta | AudioMeta {
  if (found.video === null) return audioMeta(found, null)
  return videoMeta(found, found.video, frame?.preview ?? null, undefined)
}
