import { parseJson } from '../http/body/json.ts'
import { type Document, documentOf } from './as2.ts'

/**
 * A whole character of two escapes, or half of one, as in texts cut within a character: no database accepts that. Other
 * escapes are met too, as the second backslash of two begins none (A137).
 */
const ESCAPE = /\\u(?:d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(d[89a-f][0-9a-f]{2}))|\\./gis

/**
 * Reads a JSON object of another server.
 *
 * @returns null for other JSON values, and for an empty body
 * @throws BadRequest if it is no JSON
 * @throws Unprocessable if it is deeper or larger than any reasonable document (A36)
 */
export function readJson(body: Buffer): Document | null {
  if (!body.includes('\\ud') && !body.includes('\\uD')) return documentOf(parseJson(body))
  return documentOf(parseJson(Buffer.from(withoutHalves(body.toString()))))
}

const withoutHalves = (json: string): string =>
  json.replace(ESCAPE, (whole, half) => (half === undefined ? whole : '\\ufffd'))
