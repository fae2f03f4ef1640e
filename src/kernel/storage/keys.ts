import { randomBytes } from 'node:crypto'
import { contentTypeOf, type StorableExtension, storableExtensions } from './content-types.ts'

/** Folders of a storage, by the purpose of their files. */
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

/** Suffix of a hidden file's name: no key matches the name, whatever serves the folder. */
export const HIDDEN = '.hidden'

/** The parts of a valid key. */
export interface ParsedKey {
  kind: StorageKind
  /** 32 hexadecimal digits, never used twice */
  name: string
  extension: StorableExtension
}

// Lower case only: some file systems ignore case.
const keyPattern = new RegExp(
  `^(${kinds.join('|')})/([0-9a-f]{2})/([0-9a-f]{2})/(\\2\\3[0-9a-f]{28})\\.(${storableExtensions.join('|')})$`,
)

/**
 * Creates the key of a file that is about to be stored, `kind/ab/cd/abcd….ext`. The name is random and
 * nobody can choose it (A42), so it cannot be guessed and is never reused for other bytes.
 */
export function newKey(kind: StorageKind, extension: StorableExtension): string {
  const name = randomBytes(16).toString('hex')
  return `${kind}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}.${extension}`
}

/** @returns the parts of a key made by `newKey`, or null for any other text (A56) */
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
