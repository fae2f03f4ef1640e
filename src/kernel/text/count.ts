import { extractEntities } from './extract.ts'

/** The counted length of any URL, however long it is (S-330). */
export const CHARACTERS_PER_URL = 23

const URL_PLACEHOLDER = 'x'.repeat(CHARACTERS_PER_URL)
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The length of a status or biography as its limit counts it (S-330, S-289): a grapheme counts 1, a URL 23, a
 * mention without its domain.
 *
 * @param contentWarning counted as plain text
 */
export function countCharacters(text: string, contentWarning = ''): number {
  return countGraphemes(contentWarning + countable(text))
}

/** @returns the number of graphemes; a flag or a family emoji is one */
export function countGraphemes(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  if (/^[\u0000-\u007f]*$/.test(text) && !text.includes('\r\n')) return text.length
  let count = 0
  for (const _ of GRAPHEMES.segment(text)) count += 1
  return count
}

function countable(text: string): string {
  let result = ''
  let position = 0
  for (const entity of extractEntities(text)) {
    const isUrl = entity.kind === 'url' && /^[a-z]+:\/\//i.test(entity.url)
    if (!isUrl && entity.kind !== 'mention') continue
    result += text.slice(position, entity.start)
    result += isUrl ? URL_PLACEHOLDER : `@${entity.kind === 'mention' ? entity.username : ''}`
    position = entity.end
  }
  return result + text.slice(position)
}
