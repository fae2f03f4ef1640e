import { type LanguagePairs, normalCode, UNKNOWN_LANGUAGE } from './backends/backend.ts'

/** Language codes of posts that imply a script. */
const SCRIPTS: Record<string, string> = {
  'zh-CN': 'zh-Hans',
  'zh-SG': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant',
  'zh-YUE': 'zh-Hant',
}

/** A supported pair, in the backend's codes. */
export interface LanguagePair {
  /** null: the backend detects it */
  source: string | null
  target: string
}

/**
 * The pair for a translation: regions are omitted if the backend does not know them.
 *
 * @param from language of a status; null if not stated
 * @returns null if the backend does not support it, or there is nothing to translate
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

/** Codes that can stand for a language, nearest first. */
function spellings(code: string): string[] {
  const exact = normalCode(code)
  const script = SCRIPTS[exact]
  const base = baseOf(exact)
  return [exact, ...(script === undefined ? [] : [script]), base]
}

/**
 * Only the scripts of Chinese are worth translating into each other; other regions count as the
 * same language.
 */
function isSame(from: string | null, to: string): boolean {
  if (from === null) return false
  const [a, b] = [normalCode(from), normalCode(to)]
  if (baseOf(a) !== baseOf(b)) return false
  return baseOf(a) !== 'zh' || (SCRIPTS[a] ?? a) === (SCRIPTS[b] ?? b)
}

function baseOf(code: string): string {
  return code.split('-')[0] ?? ''
}
