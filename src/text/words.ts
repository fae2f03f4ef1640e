/**
 * Letters of scripts that set no spaces between words: beside them a word may begin or end anywhere,
 * else a whole word would never be found in them.
 */
const UNSPACED =
  '[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}]'
/** Marks that make an emoji of what they follow. */
const EMOJI_MARKS = '[\\uFE00-\\uFE0F\\u20E3\\u{E0100}-\\u{E01EF}]'
const WORD = new RegExp(`^[[\\p{L}\\p{M}\\p{Nd}\\p{Pc}]--${UNSPACED}--${EMOJI_MARKS}]$`, 'v')

/** Whether the text stands for itself at this place: no word goes on over its ends (S-112). */
export function standsAlone(text: string, start: number, end: number, ends: WordEnds): boolean {
  if (ends.first && start > 0 && isWord(codePointBefore(text, start))) return false
  return !(ends.last && end < text.length && isWord(text.codePointAt(end)!))
}

/** At which of its ends a keyword must not be part of a longer word. */
export interface WordEnds {
  first: boolean
  last: boolean
}

/** Only where a keyword begins or ends with a letter, mark, digit or underscore can a word go on. */
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
