import type { Selectable } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import { fileUrl, proxiedEmojiUrl } from '../../kernel/base/urls.ts'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { findShortcodes } from '../../kernel/text/shortcodes.ts'
import type { CustomEmojiTable } from './tables.ts'

export type Emoji = Selectable<CustomEmojiTable>

/** https://docs.joinmastodon.org/entities/CustomEmoji/ */
export interface EmojiEntity {
  shortcode: string
  url: string
  static_url: string
  visible_in_picker: boolean
  category?: string
}

/** Local emoji that are not disabled, by shortcode: `await app.cached.get(localEmojis)`. */
export const localEmojis: CachedValue<Map<string, Emoji>> = {
  name: 'local emojis',
  async load(db: Db) {
    const rows = await db
      .selectFrom('custom_emoji')
      .selectAll()
      .where('domain', 'is', null)
      .where('disabled', '=', false)
      .orderBy('shortcode')
      .execute()
    return new Map(rows.map((row) => [row.shortcode, row]))
  },
}

export function presentEmoji(config: Config, emoji: Emoji): EmojiEntity {
  return {
    shortcode: emoji.shortcode,
    ...addresses(config, emoji),
    visible_in_picker: emoji.visible_in_picker,
    ...(emoji.category === null ? {} : { category: emoji.category }),
  }
}

function addresses(config: Config, emoji: Emoji): Pick<EmojiEntity, 'url' | 'static_url'> {
  if (emoji.image_remote_url === null) {
    return {
      url: fileUrl(config, emoji.image_key),
      static_url: fileUrl(config, emoji.static_key),
    }
  }
  const { url, staticUrl } = proxiedEmojiUrl(config, emoji.id, String(emoji.updated_at))
  return { url, static_url: staticUrl }
}

/** maximum per entity: their URLs are many times as long as their shortcodes (A60) */
const MOST_SHOWN = 100

/** The emoji whose shortcodes occur in these texts, without duplicates, in order of appearance. */
export function emojisIn(
  config: Config,
  known: ReadonlyMap<string, Emoji>,
  ...texts: string[]
): EmojiEntity[] {
  if (known.size === 0) return []
  const codes = new Set(texts.flatMap((text) => findShortcodes(text)))
  const found = [...codes].map((code) => known.get(code)).filter((emoji) => emoji !== undefined)
  return found.slice(0, MOST_SHOWN).map((emoji) => presentEmoji(config, emoji))
}
