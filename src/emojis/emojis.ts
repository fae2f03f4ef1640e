import type { Selectable } from 'kysely'
import { fileUrl, proxiedEmojiUrl } from '../addresses.ts'
import type { CachedValue } from '../cached.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { CustomEmojiTable } from '../db/schema.ts'
import { findShortcodes } from '../text/shortcodes.ts'

export type Emoji = Selectable<CustomEmojiTable>

/** https://docs.joinmastodon.org/entities/CustomEmoji/ */
export interface EmojiEntity {
  shortcode: string
  url: string
  static_url: string
  visible_in_picker: boolean
  category?: string
}

/** Local emoji that are in use, by shortcode: `await app.cached.get(localEmojis)`. */
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

/** in one entity: their addresses are many times as long as their names (A60) */
const MOST_SHOWN = 100

/** The emoji whose shortcodes stand in these texts, each once, in order of appearance. */
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
