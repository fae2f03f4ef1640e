import { languages } from './languages.ts'

const CODES = new Map(languages.map(({ code }) => [code.toLowerCase(), code]))

/** @returns whether the code is one of `languages`, in exactly this spelling */
export function isLanguage(code: string): boolean {
  return CODES.get(code.toLowerCase()) === code
}

/**
 * The language of a code from outside: `en-US`, `en_US` and `EN` are all `en`; `zh-TW` is a language of its own.
 *
 * @returns null for an unknown code, so that the next choice counts (S-132)
 */
export function languageOrNull(code: string | null | undefined): string | null {
  if (!code) return null
  const tag = code.toLowerCase().replaceAll('_', '-')
  return CODES.get(tag) ?? CODES.get(tag.split('-', 1)[0] ?? '') ?? null
}
