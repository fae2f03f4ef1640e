import { type JsonText, toJson } from '../../kernel/base/json.ts'
import { postingLanguage } from './posting-defaults.ts'
import type { UserSettings } from './tables.ts'

/**
 * https://docs.joinmastodon.org/entities/Preferences/ (S-350)
 * @param locale the language of posts if the user chose none
 */
export function presentPreferences(settings: UserSettings, locale: string): JsonText {
  return toJson({
    'posting:default:visibility': settings.default_privacy,
    'posting:default:sensitive': settings.default_sensitive,
    'posting:default:language': postingLanguage(undefined, settings, locale),
    'posting:default:quote_policy': settings.default_quote_policy,
    'reading:expand:media': settings.expand_media,
    'reading:expand:spoilers': settings.expand_spoilers,
    'reading:autoplay:gifs': settings.autoplay_gifs,
  })
}
