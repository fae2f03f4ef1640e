import type { MediaFormat } from './format.ts'
import { sniffIsoMedia } from './sniff-iso.ts'

/** Number of bytes from the start that `sniff` reads. */
export const sniffedBytes = 512

const ogg = 'ogg'

const signatures: readonly { at: number; bytes: string; format: MediaFormat }[] = [
  { at: 0, bytes: '\xff\xd8\xff', format: image('image/jpeg') },
  { at: 0, bytes: '\x89PNG\r\n\x1a\n', format: image('image/png') },
  { at: 0, bytes: 'GIF87a', format: image('image/gif', 'gif') },
  { at: 0, bytes: 'GIF89a', format: image('image/gif', 'gif') },
  { at: 0, bytes: 'fLaC', format: audio('audio/flac', 'flac') },
  { at: 0, bytes: 'ID3', format: audio('audio/mpeg', 'mp3') },
  {
    at: 28,
    bytes: '\x80theora',
    format: { contentType: 'video/ogg', kind: 'video', demuxer: ogg },
  },
  { at: 28, bytes: 'fishead\0', format: { contentType: 'video/ogg', kind: 'video', demuxer: ogg } },
  { at: 28, bytes: '\x01vorbis', format: audio('audio/ogg', ogg) },
  { at: 28, bytes: 'OpusHead', format: audio('audio/ogg', ogg) },
  { at: 28, bytes: '\x7fFLAC', format: audio('audio/ogg', ogg) },
]

/**
 * Detects the formats that uploads may have. All other formats are null: SVG, documents, playlists and other
 * text, Matroska that is not WebM, and containers that can refer to other files.
 *
 * @param head the first `sniffedBytes` bytes of the file, or all of a shorter one
 */
export function sniff(head: Uint8Array): MediaFormat | null {
  const text = Buffer.from(head.subarray(0, sniffedBytes)).toString('latin1')
  const known = signatures.find(
    ({ at, bytes }) => text.startsWith(bytes, at) && (at === 0 || text.startsWith('OggS')),
  )
  return (
    known?.format ?? sniffRiff(text) ?? sniffWebm(text) ?? sniffIsoMedia(text) ?? sniffMpeg(head)
  )
}

function sniffRiff(text: string): MediaFormat | null {
  if (!text.startsWith('RIFF')) return null
  if (text.startsWith('WEBP', 8)) return image('image/webp')
  return text.startsWith('WAVE', 8) ? audio('audio/wav', 'wav') : null
}

function sniffWebm(text: string): MediaFormat | null {
  const isWebm =
    text.startsWith('\x1a\x45\xdf\xa3') && text.slice(0, 80).includes('\x42\x82\x84webm')
  return isWebm ? { contentType: 'video/webm', kind: 'video', demuxer: 'matroska' } : null
}

/** Streams of bare frames: MPEG audio layer III, and AAC in ADTS. */
function sniffMpeg(head: Uint8Array): MediaFormat | null {
  const [sync = 0, version = 0, rates = 0] = head
  if (sync !== 0xff) return null
  if ((version & 0xf6) === 0xf0) return audio('audio/aac', 'aac')
  const layer = (version >> 1) & 3
  const isFrame = (version & 0xe0) === 0xe0 && ((version >> 3) & 3) !== 1
  const hasRates = rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3
  return isFrame && hasRates && layer === 1 ? audio('audio/mpeg', 'mp3') : null
}

function image(contentType: string, demuxer: string | null = null): MediaFormat {
  return { contentType, kind: 'image', demuxer }
}

function audio(contentType: string, demuxer: string): MediaFormat {
  return { contentType, kind: 'audio', demuxer }
}
