import { normalized } from './normalized.ts'

/** The Turkish dotless i is a different letter from i, though both have the upper case I. */
const DOTLESS = 'ı'

/**
 * The text with all letters in one case, unit for unit: positions stay the same. A letter whose other case is
 * longer stays as it is.
 */
export function fold(text: string): string {
  const upper = text.toUpperCase()
  if (upper.length === text.length && !text.includes(DOTLESS)) {
    const lower = upper.toLowerCase()
    // lower-case sigma has a separate form at the end of a word
    if (lower.length === text.length) return lower.replaceAll('ς', 'σ')
  }
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

function foldCharacter(character: string): string {
  if (character === DOTLESS) return character
  const upper = character.toUpperCase()
  const capital = upper.length === character.length ? upper : character
  const lower = capital.toLowerCase()
  return lower.length === character.length ? lower : capital
}

/** A text to search for words, and its folded form. */
export interface SearchedText {
  text: string
  folded: string
}

export function searchedText(text: string): SearchedText {
  const normal = normalized(text, 'NFC')
  return { text: normal, folded: fold(normal) }
}
