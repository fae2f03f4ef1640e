import type { Document } from '../../activitypub/as2.ts'
import { emojiUri, fileUrl } from '../../addresses.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { isoTime } from '../../json.ts'
import { contentTypeOfKey } from '../../storage/keys.ts'
import { findShortcodes } from '../../text/shortcodes.ts'
import type { Emoji } from '../emojis.ts'

/** A custom emoji of ours as it stands among the tags of an object, and at its own address. */
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

/** The local emoji in use whose shortcodes stand in any of the texts, by shortcode. */
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

/** in one query */
const MOST_CODES = 500
