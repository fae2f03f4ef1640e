import { parseJson } from '../http/body/json.ts'
import { type Document, documentOf } from './as2.ts'

/** Half of a character, as texts that were cut between both halves have it: no database takes it. */
const HALF = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/gi

/**
 * Reads a JSON object of another server.
 *
 * @returns null for JSON of another kind, and where there is nothing
 * @throws BadRequest if it is no JSON
 * @throws Unprocessable if it is deeper or holds more than anything that makes sense (A36)
 */
export function readJson(body: Buffer): Document | null {
  if (!body.includes('\\ud') && !body.includes('\\uD')) return documentOf(parseJson(body))
  return documentOf(parseJson(Buffer.from(body.toString().replace(HALF, '\\ufffd'))))
}
