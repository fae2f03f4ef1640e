import { type Document, idOf, isOfType, listOf } from './as2.ts'

/**
 * The author of an object, which has to be the only one that it names; a channel beside a Person is none, as PeerTube
 * names it too. With several nobody could tell who of them said it (A130).
 */
export function authorUriOf(object: Document): string | null {
  const entries = listOf(object.attributedTo)
  const hasPerson = entries.some((entry) => isOfType(entry, ['Person']))
  const authors = hasPerson ? entries.filter((entry) => !isOfType(entry, ['Group'])) : entries
  const [uri, ...others] = new Set(authors.map(idOf))
  return others.length === 0 ? (uri ?? null) : null
}
