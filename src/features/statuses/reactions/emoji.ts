import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { SHORTCODE } from '../../../kernel/text/shortcodes.ts'

/** The emoji of a reaction: Unicode or custom. */
export interface ReactionEmoji {
  /**
   * as `reaction.name`: the emoji, or a shortcode, followed by `@domain` if it is of another server
   */
  name: string
  customEmojiId: string | null
}

const ONE_EMOJI = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f?)$/v
const LONGEST = 64

/** The emoji if the text is exactly one, in emoji presentation. */
export function unicodeEmoji(text: string): string | null {
  if (text.length > LONGEST) return null
  // text-presentation characters such as the plain heart count as emoji here
  const shown =
    /^\p{Emoji}$/v.test(text) && !/^\p{Emoji_Presentation}$/v.test(text) ? `${text}\ufe0f` : text
  return ONE_EMOJI.test(shown) && !/^[0-9#*]/.test(text) ? shown : null
}

/**
 * The emoji that a local account reacts with.
 *
 * @param text an emoji, `shortcode`, `:shortcode:`, or `shortcode@domain` of a known remote emoji
 * @throws ValidationFailed if there is no such emoji
 */
export async function readReaction(db: Db, text: string): Promise<ReactionEmoji> {
  const emoji = unicodeEmoji(text)
  if (emoji !== null) return { name: emoji, customEmojiId: null }
  const [shortcode = '', domain = null, ...more] = text.replace(/^:|:$/g, '').split('@')
  const custom =
    SHORTCODE.test(shortcode) && more.length === 0
      ? await findCustomEmoji(db, shortcode, domain?.toLowerCase() ?? null)
      : null
  if (custom === null) throw new ValidationFailed('Name is not a recognized emoji')
  return custom
}

/** A custom emoji that is not disabled. */
export async function findCustomEmoji(
  db: Db,
  shortcode: string,
  domain: string | null,
): Promise<ReactionEmoji | null> {
  const row = await db
    .selectFrom('custom_emoji')
    .select('id')
    .where('shortcode', '=', shortcode)
    .where('domain', domain === null ? 'is' : '=', domain)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return null
  const name = domain === null ? shortcode : `${shortcode}@${domain}`
  return { name, customEmojiId: row.id }
}
