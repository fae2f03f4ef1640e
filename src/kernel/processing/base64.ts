import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'

/** The content of a data URI; the content type is only the sender's claim, the bytes decide (see `sniff`). */
export interface DecodedDataUri {
  data: Buffer
  contentType: string
}

const longestHead = 200 // characters before the comma

/**
 * Decodes `data:TYPE;base64,…` (S-346) in linear time.
 *
 * @returns null if the text is no such URI or its base64 is not exact
 * @throws MediaRejected if it holds more than `maxBytes`
 */
export function decodeDataUri(
  text: string,
  maxBytes: number = mediaLimits.videoBytes,
): DecodedDataUri | null {
  const comma = text.slice(0, longestHead).indexOf(',')
  const head = text.slice(0, Math.max(0, comma))
  const match = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})?((?:;[\w.+-]+=[\w.+-]+)*);base64$/i.exec(head)
  if (match === null) return null
  if (text.length - comma > Math.ceil(maxBytes / 3) * 4 + 4) throw new MediaRejected('too-large')
  const data = decodeBase64(text.slice(comma + 1))
  if (data === null) return null
  return { data, contentType: (match[1] ?? 'text/plain').toLowerCase() }
}

function decodeBase64(text: string): Buffer | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' })
    return Buffer.from(bytes.buffer)
  } catch {
    return null // a SyntaxError: the caller has its own error message
  }
}
