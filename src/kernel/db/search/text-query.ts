import { isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'
import { type Phrase, phraseOf, prefixPhraseOf } from './words.ts'

/** Each entry is a word or a phrase, in any case, with or without accents. */
export interface TextQuery {
  all: readonly string[]
  /** words that must not occur */
  none?: readonly string[]
}

/** The phrases of texts; a text without letter or digit has none. */
export function phrasesOf(texts: readonly string[]): Phrase[] {
  return texts.map(phraseOf).filter((phrase) => phrase !== null)
}

/** The same for texts whose last word may be incomplete. */
export function prefixPhrasesOf(texts: readonly string[]): Phrase[] {
  return texts.map(prefixPhraseOf).filter((phrase) => phrase !== null)
}

/** The match expression of the database's index: all of these phrases (at least one), none of the others. */
export function matchOf(db: Db, all: readonly Phrase[], none: readonly Phrase[] = []): string {
  return isPostgres(db) ? vectorMatch(all, none) : ftsMatch(all, none)
}

function ftsMatch(all: readonly Phrase[], none: readonly Phrase[]): string {
  const written = ({ words, prefix }: Phrase) => `"${words.join(' ')}"${prefix ? ' *' : ''}`
  const wanted = all.map(written).join(' AND ')
  const unwanted = none.map(written).join(' OR ')
  return unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`
}

function vectorMatch(all: readonly Phrase[], none: readonly Phrase[]): string {
  const written = ({ words, prefix }: Phrase) =>
    `(${words.map((word) => `'${word}'`).join(' <-> ')}${prefix ? ':*' : ''})`
  return [...all.map(written), ...none.map((phrase) => `!${written(phrase)}`)].join(' & ')
}
