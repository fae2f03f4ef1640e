/**
 * Letters of scripts without spaces between words: beside them a word may begin or end anywhere; otherwise a
 * whole word would never match in them.
 */
const UNSPACED =
  '[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}]'
/** Marks that turn the preceding character into an emoji. */
const EMOJI_MARKS = '[\\uFE00-\\uFE0F\\u20E3\\u{E0100}-\\u{E01EF}]'
const WORD = new RegExp(`^[[\\p{L}\\p{M}\\p{Nd}\\p{Pc}]--${UNSPACED}--${EMOJI_MARKS}]$`, 'v')

/** Whether the match at this position is a whole word: no word continues over its ends (S-112). */
export function standsAlone(text: string, start: number, end: number, ends: WordEnds): boolean {
  if (ends.first && start > 0 && isWord(codePointBefore(text, start))) return false
  return !(ends.last && end < text.length && isWord(text.codePointAt(end)!))
}

/** The ends of a keyword that must not continue a longer word. */
export interface WordEnds {
  first: boolean
  last: boolean
}

/** A word can continue only if the keyword begins or ends with a letter, mark, digit or underscore. */
export function wordEnds(keyword: string): WordEnds {
  return {
    first: keyword !== '' && isWord(keyword.codePointAt(0)!),
    last: keyword !== '' && isWord(codePointBefore(keyword, keyword.length)),
  }
}

function codePointBefore(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  const paired = last >= 0xdc00 && last <= 0xdfff && end > 1
  const point = paired ? text.codePointAt(end - 2)! : last
  return point > 0xffff ? point : last
}

function isWord(point: number): boolean {
  if (point >= 0x80) return WORD.test(String.fromCodePoint(point))
  const letter = point | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || (point >= 0x30 && point <= 0x39) || point === 0x5f
}
