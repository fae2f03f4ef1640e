/** Target languages by source language: codes, `und` for an unknown source (S-310). */
export type LanguagePairs = ReadonlyMap<string, readonly string[]>

export interface Translated {
  texts: string[]
  /** of the first text; null if the backend does not state it */
  detectedLanguage: string | null
}

/** A translation service. */
export interface TranslationBackend {
  /** its name for clients */
  provider: string
  /**
   * @param texts HTML, in whose `translate="no"` elements nothing may change
   * @param source null: the backend detects it
   * @throws Unreachable
   */
  translate(texts: readonly string[], source: string | null, target: string): Promise<Translated>
  /** @throws Unreachable */
  languages(): Promise<LanguagePairs>
}

export const UNKNOWN_LANGUAGE = 'und'

/** A language code in its usual case: `EN-GB` is `en-GB`, `ZH-HANT` is `zh-Hant`. */
export function normalCode(code: string): string {
  const [language = '', ...subtags] = code.split(/[_-]/)
  const rest = subtags.map((tag) =>
    tag.length === 4 ? `${tag[0]?.toUpperCase()}${tag.slice(1).toLowerCase()}` : tag.toUpperCase(),
  )
  return [language.toLowerCase(), ...rest].join('-')
}
