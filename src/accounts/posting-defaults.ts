import type { UserSettings } from '../db/schema.ts'
import { languageOrNull } from '../text/language.ts'
import { InvalidFields } from './field-errors.ts'

export const DEFAULT_VISIBILITIES = ['public', 'unlisted', 'private'] as const
export const DEFAULT_QUOTE_POLICIES = ['public', 'followers', 'nobody'] as const

/** How somebody's posts are meant where nothing else is said, as `source` of a profile names it. */
export interface PostingDefaults {
  privacy?: UserSettings['default_privacy'] | undefined
  sensitive?: boolean | undefined
  /** blank or null: that of the interface */
  language?: string | null | undefined
  quote_policy?: UserSettings['default_quote_policy'] | undefined
}

/**
 * The settings that these stand for; what is not given is absent.
 * @throws InvalidFields for what is no language
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
  const problem = { error: 'ERR_INVALID', description: 'is no language code' } as const
  throw new InvalidFields({ language: [problem] })
}
