import type { Focus } from './focus.ts'
import { type Size, type SizeMeta, sizeMeta } from './geometry.ts'
import { type AudioStream, framesPerSecond, type Probe, type VideoStream } from './probe.ts'

/** Seconds, and bits a second. */
interface Timing {
  duration: number
  bitrate: number
}

interface Sound {
  audio_encode?: string
  /** the sampling rate, `44100 Hz`, under Mastodon's name for it */
  audio_bitrate?: string
  audio_channels?: string
}

/**
 * `meta` of audio.
 *
 * @see https://docs.joinmastodon.org/entities/MediaAttachment/#meta
 */
export interface AudioMeta extends Sound {
  /** `H:MM:SS.CC` */
  length: string
  /** seconds */
  duration: number
  original: Timing
  /** the cover picture */
  small?: SizeMeta
}

/** `meta` of video and silent loops. */
export interface VideoMeta extends AudioMeta, SizeMeta {
  fps: number
  /** the frame rate is a fraction, `30000/1001` */
  original: Timing & Size & { frame_rate: string }
  small?: SizeMeta
  focus?: Focus
}

export function audioMeta(probe: Probe, cover: Size | null): AudioMeta {
  const meta: AudioMeta = {
    length: lengthOf(probe.duration),
    duration: probe.duration,
    ...soundOf(probe.audio),
    original: timingOf(probe),
  }
  if (cover !== null) meta.small = sizeMeta(cover)
  return meta
}

export function videoMeta(
  probe: Probe,
  video: VideoStream,
  preview: Size | null,
  focus: Focus | undefined,
): VideoMeta {
  const { width, height, frameRate } = video
  const meta: VideoMeta = {
    length: lengthOf(probe.duration),
    duration: probe.duration,
    fps: Math.round(framesPerSecond(video)),
    ...sizeMeta(video),
    ...soundOf(probe.audio),
    original: { width, height, frame_rate: frameRate, ...timingOf(probe) },
  }
  if (preview !== null) meta.small = sizeMeta(preview)
  if (focus !== undefined) meta.focus = focus
  return meta
}

function timingOf({ duration, bitrate }: Probe): Timing {
  return { duration, bitrate }
}

function soundOf(audio: AudioStream | null): Sound {
  if (audio === null) return {}
  return {
    audio_encode: audio.codec,
    audio_bitrate: `${audio.sampleRate} Hz`,
    audio_channels: audio.channels,
  }
}

function lengthOf(duration: number): string {
  const hundredths = Math.round(duration * 100)
  const seconds = String(Math.floor(hundredths / 100) % 60).padStart(2, '0')
  const minutes = String(Math.floor(hundredths / 6000) % 60).padStart(2, '0')
  const fraction = String(hundredths % 100).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${minutes}:${seconds}.${fraction}`
}
