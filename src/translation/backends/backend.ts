/** From which languages to which others: by code, `und` for what is in none that is known (S-310). */
export type LanguagePairs = ReadonlyMap<string, readonly string[]>

export interface Translated {
  texts: string[]
  /** of the first text; null where the backend does not say */
  detectedLanguage: string | null
}

/** What can translate. */
export interface TranslationBackend {
  /** as clients show it */
  provider: string
  /**
   * @param texts HTML, in whose `translate="no"` elements nothing may change
   * @param source null: the backend finds out
   * @throws Unreachable
   */
  translate(texts: readonly string[], source: string | null, target: string): Promise<Translated>
  /** @throws Unreachable */
  languages(): Promise<LanguagePairs>
}

export const UNKNOWN_LANGUAGE = 'und'

/** The code as languages are written elsewhere: `EN-GB` is `en-GB`, `ZH-HANT` is `zh-Hant`. */
export function normalCode(code: string): string {
  const [language = '', ...subtags] = code.split(/[_-]/)
  const rest = subtags.map((tag) =>
    tag.length === 4 ? `${tag[0]?.toUpperCase()}${tag.slice(1).toLowerCase()}` : tag.toUpperCase(),
  )
  return [language.toLowerCase(), ...rest].join('-')
}
