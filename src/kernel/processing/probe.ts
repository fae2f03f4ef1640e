import { type Ffmpeg, runTool } from './ffmpeg.ts'
import type { Size } from './geometry.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'

/** The streams of a recording: the first of each kind; others are ignored. */
export interface Probe {
  /** seconds; 0 if the file does not say */
  duration: number
  /** bits a second, of the whole file */
  bitrate: number
  video: VideoStream | null
  audio: AudioStream | null
  /** index of the stream with a cover picture */
  coverIndex: number | null
}

/** Width and height are those after rotation. */
export interface VideoStream extends Size {
  index: number
  codec: string
  pixelFormat: string
  /** a fraction, `30000/1001` */
  frameRate: string
}

export interface AudioStream {
  index: number
  codec: string
  /** Hz */
  sampleRate: number
  /** `mono`, `stereo`, `5.1`… */
  channels: string
}

interface RawStream {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  pix_fmt?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  sample_rate?: string
  channels?: number
  channel_layout?: string
  disposition?: { attached_pic?: number }
  side_data_list?: { rotation?: number }[]
}

interface RawProbe {
  streams?: RawStream[]
  format?: { duration?: string; bit_rate?: string }
}

const videoCodecs = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'theora', 'mpeg4', 'h263', 'gif']
const audioCodecs = ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'alac', 'amr_nb', 'amr_wb']
const rawAudio = /^pcm_(u8|[su](16|24|32)[lb]e|f(32|64)[lb]e|alaw|mulaw)$/

const decoders = [
  ...['h264', 'libopenh264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d'],
  ...['libaom-av1', 'theora', 'mpeg4', 'h263', 'gif', 'mjpeg', 'png', 'aac', 'libfdk_aac'],
  ...['mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'libvorbis', 'flac', 'alac', 'amrnb'],
  ...['amrwb', 'libopencore_amrnb', 'libopencore_amrwb', 'pcm_u8', 'pcm_s16le', 'pcm_s16be'],
  ...['pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le'],
  // Subtitles are dropped, but a file with subtitles must open.
  ...['pcm_f64be', 'pcm_alaw', 'pcm_mulaw', 'movtext', 'webvtt'],
]

const shown = [
  'format=duration,bit_rate',
  'stream=index,codec_type,codec_name,width,height,pix_fmt,avg_frame_rate,r_frame_rate,sample_rate,channels,channel_layout',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
]

/**
 * Arguments that open a local file in either program and restrict it to one demuxer, trusted decoders and bounded
 * memory; files that it refers to are inaccessible (A42).
 */
export function inputArguments(path: string, demuxer: string): string[] {
  return [
    ...['-max_alloc', '536870912', '-protocol_whitelist', 'file', '-format_whitelist', demuxer],
    ...['-codec_whitelist', decoders.join(','), '-max_streams', '32'],
    ...['-max_pixels', String(mediaLimits.videoPixels), '-f', demuxer, '-i', `file:${path}`],
  ]
}

/**
 * Reads the streams of a recording before any of it is fully decoded.
 *
 * @throws MediaRejected if it exceeds the limits or uses a codec that is not accepted
 */
export async function probe(
  ffmpeg: Ffmpeg,
  path: string,
  demuxer: string,
  signal?: AbortSignal,
): Promise<Probe> {
  const described = ['-v', 'error', '-print_format', 'json', '-show_entries', shown.join(':')]
  const args = [...described, ...inputArguments(path, demuxer)]
  const output = await runTool(ffmpeg.ffprobe, args, { seconds: 60, signal })
  const found = readProbe(JSON.parse(String(output)) as RawProbe)
  checkLimits(found)
  return found
}

function readProbe({ streams = [], format }: RawProbe): Probe {
  const pictures = streams.filter((stream) => stream.codec_type === 'video')
  const video = pictures.find((stream) => stream.disposition?.attached_pic !== 1)
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  return {
    duration: numberOr0(format?.duration),
    bitrate: numberOr0(format?.bit_rate),
    video: video === undefined ? null : videoStream(video),
    audio: audio === undefined ? null : audioStream(audio),
    coverIndex: pictures.find((stream) => stream.disposition?.attached_pic === 1)?.index ?? null,
  }
}

function videoStream(stream: RawStream): VideoStream {
  const { width = 0, height = 0 } = stream
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const isOnItsSide = Math.abs(rotation) % 180 === 90
  const average = stream.avg_frame_rate ?? '0/0'
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    pixelFormat: stream.pix_fmt ?? '',
    frameRate: average === '0/0' ? (stream.r_frame_rate ?? '0/0') : average,
  }
}

function audioStream(stream: RawStream): AudioStream {
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    sampleRate: numberOr0(stream.sample_rate),
    channels: stream.channel_layout ?? `${stream.channels ?? 0} channels`,
  }
}

function checkLimits({ video, audio, duration }: Probe): void {
  if (video === null && audio === null) throw new MediaRejected('undecodable')
  if (duration > mediaLimits.seconds) throw new MediaRejected('too-long')
  if (audio !== null && !audioCodecs.includes(audio.codec) && !rawAudio.test(audio.codec)) {
    throw new MediaRejected('unsupported')
  }
  if (video === null) return
  if (!videoCodecs.includes(video.codec)) throw new MediaRejected('unsupported')
  if (video.width * video.height === 0) throw new MediaRejected('undecodable')
  if (video.width * video.height > mediaLimits.videoPixels) {
    throw new MediaRejected('too-many-pixels')
  }
  if (Math.floor(framesPerSecond(video)) > mediaLimits.videoFrameRate) {
    throw new MediaRejected('too-many-frames')
  }
}

/** @returns 0 if the file does not say */
export function framesPerSecond(video: VideoStream): number {
  const [frames = 0, seconds = 0] = video.frameRate.split('/').map(Number)
  return seconds > 0 ? frames / seconds : 0
}

function numberOr0(text: string | undefined): number {
  const value = Number(text)
  return Number.isFinite(value) ? value : 0
}
