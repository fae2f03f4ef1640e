import { type LanguagePairs, normalCode, UNKNOWN_LANGUAGE } from './backends/backend.ts'

/** How the languages of posts are written where a script is meant. */
const SCRIPTS: Record<string, string> = {
  'zh-CN': 'zh-Hans',
  'zh-SG': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-YUE': 'zh-Hant',
}

/** A pair that the backend can do, in its own codes. */
export interface LanguagePair {
  /** null: the backend finds out */
  source: string | null
  target: string
}

/**
 * The pair to translate by: regions are left out where the backend does not know them.
 *
 * @param from language of a status; null where nobody said
 * @returns null if the backend cannot, or there is nothing to translate
 */
export function findPair(
  pairs: LanguagePairs,
  from: string | null,
  to: string,
): LanguagePair | null {
  const source = from === null ? UNKNOWN_LANGUAGE : spellings(from).find((code) => pairs.has(code))
  if (source === undefined) return null
  const targets = pairs.get(source) ?? []
  const target = spellings(to).find((code) => targets.includes(code))
  if (target === undefined || isSame(from, to)) return null
  return { source: source === UNKNOWN_LANGUAGE ? null : source, target }
}

/** Codes that may stand for a language, the nearest first. */
function spellings(code: string): string[] {
  const exact = normalCode(code)
  const script = SCRIPTS[exact]
  const base = baseOf(exact)
  return [exact, ...(script === undefined ? [] : [script]), base]
}

/** Chinese is written in two ways that are worth translating; other regions are read as they are. */
function isSame(from: string | null, to: string): boolean {
  if (from === null) return false
  const [a, b] = [normalCode(from), normalCode(to)]
  if (baseOf(a) !== baseOf(b)) return false
  return baseOf(a) !== 'zh' || (SCRIPTS[a] ?? a) === (SCRIPTS[b] ?? b)
}

function baseOf(code: string): string {
  return code.split('-')[0] ?? ''
}
