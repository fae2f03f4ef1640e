import type { Emoji } from '../../emojis/emojis.ts'

/** An emoji as a target in the audit log. */
export function targetOf({ id, shortcode, domain }: Pick<Emoji, 'id' | 'shortcode' | 'domain'>) {
  const label = domain === null ? `:${shortcode}:` : `:${shortcode}:@${domain}`
  return { type: 'custom_emoji', id, label }
}
