import { languageOrNull } from '../../kernel/text/language.ts'
import { InvalidFields, problemOf } from './field-errors.ts'
import type { UserSettings } from './tables.ts'

export const DEFAULT_VISIBILITIES = ['public', 'unlisted', 'private'] as const
export const DEFAULT_QUOTE_POLICIES = ['public', 'followers', 'nobody'] as const

/** Defaults of a user's posts, as `source` of a profile names them. */
export interface PostingDefaults {
  privacy?: UserSettings['default_privacy'] | undefined
  sensitive?: boolean | undefined
  /** blank or null: the language of the interface */
  language?: string | null | undefined
  quote_policy?: UserSettings['default_quote_policy'] | undefined
}

/**
 * The settings that these parameters set; missing parameters are absent.
 * @throws InvalidFields for an unknown language
 */
export function readPostingDefaults(given: PostingDefaults): Partial<UserSettings> {
  const { privacy, sensitive, language, quote_policy } = given
  return {
    ...(privacy === undefined ? {} : { default_privacy: privacy }),
    ...(sensitive === undefined ? {} : { default_sensitive: sensitive }),
    ...(language === undefined ? {} : { default_language: readLanguage(language) }),
    ...(quote_policy === undefined ? {} : { default_quote_policy: quote_policy }),
  }
}

function readLanguage(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const language = languageOrNull(text)
  if (language !== null) return language
  const problem = problemOf('ERR_INVALID', 'is no language code')
  throw new InvalidFields({ language: [problem] })
}

/**
 * The language of a post: the first valid one of the request's, the user's default, the locale
 * (S-132).
 */
export function postingLanguage(
  asked: string | undefined,
  settings: Pick<UserSettings, 'default_language'>,
  locale: string,
): string | null {
  return (
    languageOrNull(asked) ?? languageOrNull(settings.default_language) ?? languageOrNull(locale)
  )
}
