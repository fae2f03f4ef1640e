import type { UserSettings } from '../db/schema.ts'
import { type JsonText, toJson } from '../json.ts'

/** https://docs.joinmastodon.org/entities/Preferences/ (S-350) */
export function presentPreferences(settings: UserSettings): JsonText {
  return toJson({
    'posting:default:visibility': settings.default_privacy,
    'posting:default:sensitive': settings.default_sensitive,
    'posting:default:language': settings.default_language,
    'posting:default:quote_policy': settings.default_quote_policy,
    'reading:expand:media': settings.expand_media,
    'reading:expand:spoilers': settings.expand_spoilers,
    'reading:autoplay:gifs': settings.autoplay_gifs,
  })
}
