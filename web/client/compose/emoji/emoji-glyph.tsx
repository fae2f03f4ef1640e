import type { Emoji } from './emoji-search.ts'

/** An emoji as it is seen; its name stands beside it, or on the button around it. */
export function EmojiGlyph({ emoji }: { emoji: Emoji }) {
  if (emoji.picture === null) return <span aria-hidden="true">{emoji.text}</span>
  return <img src={emoji.picture} alt="" width={24} height={24} loading="lazy" />
}
