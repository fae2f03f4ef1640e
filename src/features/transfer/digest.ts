import { createHash } from 'node:crypto'

/** A fixed-size index key for a text of any length: SHA-256, hex. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
