import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { type Emoji, presentEmoji } from '../../emojis/emojis.ts'
import { getEmoji } from '../../emojis/manage-emojis.ts'
import { countUses } from './listing.ts'

/** Emoji for the staff; the number of queries does not depend on their number. */
export async function renderEmojis(app: App, emojis: readonly Emoji[]) {
  const uses = await countUses(
    app.slowDb,
    emojis.map(({ id }) => id),
  )
  return emojis.map((emoji) => {
    const { url, static_url } = presentEmoji(app.config, emoji)
    const { id, shortcode, domain, category, visible_in_picker, disabled } = emoji
    return {
      id,
      shortcode,
      domain,
      url,
      static_url,
      category,
      visible_in_picker,
      disabled,
      uses: uses.get(id) ?? 0,
      created_at: isoTime(emoji.created_at),
      updated_at: isoTime(emoji.updated_at),
    }
  })
}

/** @throws NotFound */
export async function renderEmoji(app: App, id: string) {
  const [entity] = await renderEmojis(app, [await getEmoji(app.db, id)])
  return entity!
}
