import { randomBytes } from 'node:crypto'
import { contentTypeOf, type StorableExtension, storableExtensions } from './content-types.ts'

/** Folders of a storage: what its files are of. */
export const kinds = [
  'media',
  'previews',
  'avatars',
  'headers',
  'emojis',
  'site',
  'cache',
  'transfers',
] as const

export type StorageKind = (typeof kinds)[number]

/** Behind the name of a file that is hidden: it is no key then, whatever serves the folder. */
export const HIDDEN = '.hidden'

/** The parts of a key that was found to be one. */
export interface ParsedKey {
  kind: StorageKind
  /** 32 hexadecimal digits, never used twice */
  name: string
  extension: StorableExtension
}

// Lower case only: some file systems do not tell A from a.
const keyPattern = new RegExp(
  `^(${kinds.join('|')})/([0-9a-f]{2})/([0-9a-f]{2})/(\\2\\3[0-9a-f]{28})\\.(${storableExtensions.join('|')})$`,
)

/**
 * Makes the key of a file that is about to be stored, `kind/ab/cd/abcd….ext`. The name is random
 * and nobody's choice (A42), so it cannot be guessed, and is not used again for other bytes.
 */
export function newKey(kind: StorageKind, extension: StorableExtension): string {
  const name = randomBytes(16).toString('hex')
  return `${kind}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.${extension}`
}

/** @returns the parts of a key as `newKey` makes them, or null for anything else (A56) */
export function parseKey(text: string): ParsedKey | null {
  const match = keyPattern.exec(text)
  if (match === null) return null
  return {
    kind: match[1] as StorageKind,
    name: match[4] as string,
    extension: match[5] as StorableExtension,
  }
}

/** The content type that a stored file is served as; null if it is not served. */
export function contentTypeOfKey(key: string): string | null {
  const parsed = parseKey(key)
  return parsed === null ? null : contentTypeOf(parsed.extension)
}
