import type { Probe } from './probe.ts'

/** How a recording is written. */
export interface Conversion {
  contentType: string
  extension: 'mp4' | 'mp3'
  /** demuxer that reads the result */
  demuxer: string
  /** ffmpeg arguments between input and output */
  args: string[]
}

// 4:2:0 needs even sides.
const evenSides = "scale=w='max(2,trunc(iw/2)*2)':h='max(2,trunc(ih/2)*2)'"

/**
 * Chooses how to write an MP4 that plays everywhere: existing H.264 and AAC are copied, other codecs are
 * re-encoded.
 */
export function convertVideo({ video, audio }: Probe, demuxer: string): Conversion {
  const plays =
    demuxer === 'mov' &&
    video?.codec === 'h264' &&
    ['yuv420p', 'yuvj420p'].includes(video.pixelFormat) &&
    (audio === null || audio.codec === 'aac')
  const codecs = plays
    ? ['-c', 'copy']
    : [
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
        ...['-maxrate', '8M', '-bufsize', '16M', '-vf', evenSides],
        ...['-c:a', 'aac', '-b:a', '192k', '-ac', '2'],
        ...['-flags:v', '+bitexact', '-flags:a', '+bitexact'],
      ]
  const streams = [video, audio].flatMap((stream) =>
    stream === null ? [] : ['-map', `0:${stream.index}`],
  )
  const args = [...streams, ...codecs, '-movflags', '+faststart', '-f', 'mp4']
  return { contentType: 'video/mp4', extension: 'mp4', demuxer: 'mov', args }
}

/** Chooses how to write an MP3; existing MP3 is copied. */
export function convertAudio({ audio }: Probe): Conversion {
  const codec = audio?.codec === 'mp3' ? ['-c', 'copy'] : ['-c:a', 'libmp3lame', '-q:a', '2']
  const args = ['-map', `0:${audio?.index ?? 0}`, ...codec, '-id3v2_version', '0', '-f', 'mp3']
  return { contentType: 'audio/mpeg', extension: 'mp3', demuxer: 'mp3', args }
}
