/** Formats by the names that people know; several media types stand for the same. */
const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'video/ogg': 'Ogg',
  'video/x-ms-asf': 'WMV',
  'audio/mpeg': 'MP3',
  'audio/mp3': 'MP3',
  'audio/wav': 'WAV',
  'audio/wave': 'WAV',
  'audio/x-wav': 'WAV',
  'audio/x-pn-wav': 'WAV',
  'audio/x-pn-wave': 'WAV',
  'audio/vnd.wave': 'WAV',
  'audio/ogg': 'Ogg',
  'audio/vorbis': 'Ogg',
  'audio/opus': 'Opus',
  'audio/flac': 'FLAC',
  'audio/x-flac': 'FLAC',
  'audio/aac': 'AAC',
  'audio/m4a': 'M4A',
  'audio/x-m4a': 'M4A',
  'audio/mp4': 'M4A',
  'audio/webm': 'WebM',
  'audio/3gpp': '3GP',
  'video/3gpp': '3GP',
}

/**
 * The formats that a server takes, for people: "JPEG, PNG, WebP".
 * @param refused media type of the file that it does not take: for a picture, only pictures are named
 */
export function namesOf(types: readonly string[], refused: string): string {
  const kind = `${refused.split('/')[0]}/`
  const like = types.filter((type) => type.startsWith(kind))
  const names = (like.length > 0 ? like : types).map((type) => NAMES[type] ?? plainName(type))
  return [...new Set(names)].join(', ')
}

const plainName = (type: string): string =>
  (type.split('/')[1] ?? type).replace(/^(x-|vnd\.)/, '').toUpperCase()
