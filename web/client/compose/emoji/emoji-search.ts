/** An emoji that can be put into a text. */
export interface Emoji {
  /** what is written: the character, or `:shortcode:` */
  text: string
  /** for people */
  name: string
  /** what it is found by, in lower case */
  words: string
  /** of the server's own */
  picture: string | null
}

export interface EmojiGroup {
  title: string
  emojis: readonly Emoji[]
}

/** @param line of `data.ts`: the character, its name, and other words for it */
export function emojiOf(line: string): Emoji {
  const space = line.indexOf(' ')
  const [name = '', more = ''] = line.slice(space + 1).split('; ')
  return { text: line.slice(0, space), name, words: `${more} ${name}`.trim(), picture: null }
}

/**
 * Emoji that match the typed text, best first: the server's own ones with a word that begins with it, then the others
 * in the same way, then those that contain it.
 */
export function findEmojis(groups: readonly EmojiGroup[], typed: string, most: number): Emoji[] {
  const wanted = typed.toLowerCase().replaceAll('_', ' ').trim()
  if (wanted === '') return []
  const all = groups.flatMap(({ emojis }) => emojis)
  const ranked = all.flatMap((emoji) => {
    const rank = rankOf(emoji.words, wanted)
    if (rank === null) return []
    return { emoji, rank: emoji.picture !== null && rank < WITHIN ? rank - WITHIN : rank }
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return ranked.slice(0, most).map(({ emoji }) => emoji)
}

/** rank of a word that contains what was typed, but does not begin with it */
const WITHIN = 3

function rankOf(words: string, wanted: string): number | null {
  if (words === wanted) return 0
  if (words.startsWith(wanted)) return 1
  if (words.includes(` ${wanted}`)) return 2
  return words.includes(wanted) ? WITHIN : null
}
