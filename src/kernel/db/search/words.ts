import { normalized } from '../../text/normalized.ts'

/**
 * Splits text into words, the same for indexing and search on both databases. Scripts without spaces between
 * words are cut into overlapping pairs of characters.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const SPACELESS =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const RUN = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, 'gu')
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u')
/** of Latin, Greek and Cyrillic; in other scripts such marks are vowels */
const DIACRITICS = /[\u0300-\u036f]/g

const LONGEST_WORD = 100
/** PostgreSQL stores no later position */
const MOST_WORDS = 16_000

/** Consecutive words; with `prefix` the last one may be incomplete. */
export interface Phrase {
  words: string[]
  prefix: boolean
}

/** The index words of a text, in order: letters and digits only, lower case, without accents. */
export function wordsOf(text: string): string[] {
  return runsOf(text).flatMap(indexed).slice(0, MOST_WORDS)
}

/** The search words for a word or a phrase, or null if the text holds no letter or digit. */
export function phraseOf(text: string): Phrase | null {
  const runs = runsOf(text)
  const last = runs.pop()
  if (last === undefined) return null
  // In the indexed text the last run may continue, so its final single character is not required.
  const pairs = isSpaceless(last) ? pairsOf(last) : [last]
  const prefix = pairs.length === 0
  return { words: [...runs.flatMap(indexed), ...(prefix ? [last] : pairs)], prefix }
}

/** The same for a text whose last word may be incomplete, as while typing. */
export function prefixPhraseOf(text: string): Phrase | null {
  const phrase = phraseOf(text)
  if (phrase === null) return null
  return { ...phrase, prefix: phrase.prefix || !isSpaceless(phrase.words.at(-1)!) }
}

function runsOf(text: string): string[] {
  const plain = normalized(text, 'NFKC').toLowerCase().normalize('NFD')
  const words = plain.replace(DIACRITICS, '').normalize('NFC').match(WORD) ?? []
  return words.flatMap((word) => word.match(RUN) ?? []).map(cut)
}

/** Never in the middle of a character: no database accepts half of one. */
function cut(run: string): string {
  return run.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '')
}

/** The last character alone too, so that each character begins some word and can be found by itself. */
function indexed(run: string): string[] {
  if (!isSpaceless(run)) return [run]
  return [...pairsOf(run), [...run].at(-1)!]
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, at) => characters[at]! + character)
}

function isSpaceless(run: string): boolean {
  return STARTS_SPACELESS.test(run)
}
