import { parseJson } from '../http/body/json.ts'
import { type Document, documentOf } from './as2.ts'

/** A lone surrogate, as in texts cut within a character: no database accepts it. */
const HALF = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/gi

/**
 * Reads a JSON object of another server.
 *
 * @returns null for other JSON values, and for an empty body
 * @throws BadRequest if it is no JSON
 * @throws Unprocessable if it is deeper or larger than any reasonable document (A36)
 */
export function readJson(body: Buffer): Document | null {
  if (!body.includes('\\ud') && !body.includes('\\uD')) return documentOf(parseJson(body))
  return documentOf(parseJson(Buffer.from(body.toString().replace(HALF, '\\ufffd'))))
}
