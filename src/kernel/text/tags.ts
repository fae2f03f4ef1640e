import { trimEnd } from './host.ts'
import { normalized } from './normalized.ts'

/** Separators of words in a hashtag: middle dots, and the joiner that Persian needs. */
const SEPARATORS = '·・\\u200c'
const WORD = '\\p{L}\\p{M}\\p{Nd}\\p{Pc}'

/** All characters after the sign that may belong to a hashtag; `hashtagIn` decides how many do. */
export const HASHTAG_RUN = `[${WORD}][${WORD}${SEPARATORS}]*`

const WHOLE_NAME = new RegExp(`^${HASHTAG_RUN}$`, 'u')
const NOT_IN_NAMES = new RegExp(`[^${WORD}${SEPARATORS}]`, 'gu')
const SEPARATOR = new RegExp(`[${SEPARATORS}]`)

/** @returns the hashtag at the beginning of the run, or null if it contains no letter */
export function hashtagIn(run: string): string | null {
  const name = trimEnd(run, SEPARATOR)
  return /\p{L}/u.test(name) ? name : null
}

/**
 * The name under which a hashtag is stored and compared (S-231): NFKC, lower case, Latin letters
 * without their accents.
 *
 * @param name with or without its sign
 * @returns null for an invalid hashtag: other characters, no letter
 */
export function normalizeTag(name: string): string | null {
  const bare = withoutSign(name)
  if (!WHOLE_NAME.test(bare) || hashtagIn(bare) !== bare) return null
  return foldLatin(normalized(bare, 'NFKC').toLowerCase()).replace(NOT_IN_NAMES, '')
}

function withoutSign(name: string): string {
  return /^[#＃]/.test(name) ? name.slice(1) : name
}

/** Latin-1 and Latin Extended-A only, as in Mastodon: beyond these (Vietnamese) the marks distinguish words. */
function foldLatin(name: string): string {
  return name.replace(/[\u00c0-\u017f]/g, (letter) => {
    const base = letter.normalize('NFD')[0] ?? letter
    return LATIN_WITHOUT_BASE[base] ?? base
  })
}

/** Letters that Unicode does not decompose, in lower case. */
const LATIN_WITHOUT_BASE: Record<string, string> = {
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
}
