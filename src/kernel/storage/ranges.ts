import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './storage.ts'

/**
 * Reads the requested range of a file. Null means the whole file: no range, several ranges (which may be
 * answered with the whole), an invalid range, or an `If-Range` for another file.
 *
 * @param size bytes
 * @returns bounds inside the file, or that none of the requested bytes exist (416)
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function readRange(
  headers: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const onlyIf = headers['if-range']
  if (onlyIf !== undefined && onlyIf !== etag) return null
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null

  const last = match[2] === '' ? size - 1 : Number(match[2])
  if (match[1] === '') {
    return last === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  if (match[2] !== '' && last < start) return null
  return start < size ? { start, end: Math.min(last, size - 1) } : 'unsatisfiable'
}
