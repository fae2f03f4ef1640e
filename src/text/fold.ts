/** A Turkish dotless i is another letter than i, though both are written I. */
const DOTLESS = 'ı'

/**
 * The text in a form in which letters that differ only in case are the same, unit for unit: a place in
 * it is the same place in the text. A letter whose other case is longer stays as it is.
 */
export function fold(text: string): string {
  const upper = text.toUpperCase()
  if (upper.length === text.length && !text.includes(DOTLESS)) {
    const lower = upper.toLowerCase()
    // at the end of a word a lower-case sigma has a form of its own
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

/** A text that is looked through for words, and the form in which that is done. */
export interface SearchedText {
  text: string
  folded: string
}

export function searchedText(text: string): SearchedText {
  const normal = text.normalize('NFC')
  return { text: normal, folded: fold(normal) }
}
