import type { Document } from '../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import { emojiUri, fileUrl } from '../../../kernel/base/urls.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { contentTypeOfKey } from '../../../kernel/storage/keys.ts'
import { findShortcodes } from '../../../kernel/text/shortcodes.ts'
import type { Emoji } from '../emojis.ts'

/** A local custom emoji as a tag of an object, and as a document of its own. */
export function emojiDocument(config: Config, emoji: Emoji): Document {
  return {
    id: emojiUri(config, emoji.id),
    type: 'Emoji',
    name: `:${emoji.shortcode}:`,
    updated: isoTime(emoji.updated_at),
    icon: {
      type: 'Image',
      mediaType: contentTypeOfKey(emoji.image_key),
      url: fileUrl(config, emoji.image_key),
    },
  }
}

/** The enabled local emoji whose shortcodes occur in the texts, by shortcode. */
export async function loadEmojisOf(db: Db, texts: readonly string[]): Promise<Map<string, Emoji>> {
  const codes = [...new Set(texts.flatMap((text) => findShortcodes(text)))].slice(0, MOST_CODES)
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('shortcode', 'in', codes)
    .where('domain', 'is', null)
    .where('disabled', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.shortcode, row]))
}

/** maximum per query */
const MOST_CODES = 500
