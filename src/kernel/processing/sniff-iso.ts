import type { MediaFormat } from './format.ts'

const mp4Brands = /^(iso[m1-9a-c]|mp4[12]|avc1|hvc1|av01|M4V[ HP]|MSNV|dash|mmp4)$/

/**
 * Recognises ISO base media files (MP4, QuickTime, 3GP, M4A, AVIF, HEIC) by the brands in their
 * `ftyp` box.
 *
 * @param text the first bytes, one character a byte
 */
export function sniffIsoMedia(text: string): MediaFormat | null {
  if (!text.startsWith('ftyp', 4)) return null
  const [major = '', , ...compatible] = brandsOf(text)
  const format = formatOf(major, compatible)
  if (format !== null) return format
  return compatible.some((brand) => mp4Brands.test(brand)) ? mp4('video/mp4', 'video') : null
}

function formatOf(major: string, compatible: string[]): MediaFormat | null {
  if (/^avi[fs]$/.test(major)) return picture('image/avif')
  if (/^(mif1|msf1)$/.test(major)) {
    return picture(compatible.includes('avif') ? 'image/avif' : 'image/heic')
  }
  if (/^he(ic|ix|im|is|vc|vx)$/.test(major)) return picture('image/heic')
  if (major === 'qt  ') return mp4('video/quicktime', 'video')
  if (/^M4[AB] $/.test(major)) return mp4('audio/mp4', 'audio')
  if (/^3g[p2]/.test(major)) return mp4('video/3gpp', 'video')
  return mp4Brands.test(major) ? mp4('video/mp4', 'video') : null
}

/** Major brand, version, then the compatible brands, as far as the box extends. */
function brandsOf(text: string): string[] {
  const size = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE()
  return text.slice(8, size).match(/.{4}/gs) ?? []
}

function picture(contentType: string): MediaFormat {
  return { contentType, kind: 'image', demuxer: null }
}

function mp4(contentType: string, kind: 'video' | 'audio'): MediaFormat {
  return { contentType, kind, demuxer: 'mov' }
}
