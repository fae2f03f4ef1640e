import { language, t } from '../../../shared/i18n.ts'
import { customEmojis } from '../../state/server.ts'

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

/** The server's own, by category. */
export function customGroups(): EmojiGroup[] {
  const shown = customEmojis.value.filter(({ visible_in_picker }) => visible_in_picker)
  const byCategory = Map.groupBy(shown, ({ category }) => category ?? '')
  return [...byCategory].map(([category, emojis]) => ({
    title: category === '' ? t('Of this server') : category,
    emojis: emojis.map(({ shortcode, static_url }) => ({
      text: `:${shortcode}:`,
      name: shortcode,
      words: shortcode.toLowerCase().replaceAll('_', ' '),
      picture: static_url,
    })),
  }))
}

const titles = (): Readonly<Record<string, string>> => ({
  smileys: t('Smileys'),
  people: t('People'),
  nature: t('Animals and nature'),
  food: t('Food and drink'),
  activities: t('Activities'),
  travel: t('Travel and places'),
  objects: t('Objects'),
  symbols: t('Symbols'),
})

let read: Promise<EmojiGroup[]> | null = null

/** Those of Unicode: a file of its own, loaded when they are first wanted. */
export function unicodeGroups(): Promise<EmojiGroup[]> {
  read ??= import('./data.ts').then(({ EMOJI_GROUPS }) => [
    ...Object.entries(EMOJI_GROUPS).map(([group, lines]) => ({
      title: titles()[group] ?? group,
      emojis: lines.trim().split('\n').map(emojiOf),
    })),
    { title: t('Flags'), emojis: flags() },
  ])
  read.catch(() => {
    read = null
  })
  return read
}

function emojiOf(line: string): Emoji {
  const space = line.indexOf(' ')
  const [name = '', more = ''] = line.slice(space + 1).split('; ')
  return { text: line.slice(0, space), name, words: `${more} ${name}`.trim(), picture: null }
}

const LETTER_A = 0x1f1e6

/** Every country that the browser has a name and a flag for. */
function flags(): Emoji[] {
  const names = new Intl.DisplayNames([language(), 'en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => index)
  const found = letters.flatMap((one) =>
    letters.flatMap((other) => {
      const text = String.fromCodePoint(LETTER_A + one, LETTER_A + other)
      const name = names.of(String.fromCharCode(65 + one, 65 + other))
      if (name === undefined || !/^\p{RGI_Emoji}$/v.test(text)) return []
      return { text, name, words: name.toLowerCase(), picture: null }
    }),
  )
  return found.sort((a, b) => a.name.localeCompare(b.name, language()))
}

/** Those that are meant by what was typed, best first: a word that begins so counts more than one that holds it. */
export function findEmojis(groups: readonly EmojiGroup[], typed: string, most: number): Emoji[] {
  const wanted = typed.toLowerCase().replaceAll('_', ' ').trim()
  if (wanted === '') return []
  const all = groups.flatMap(({ emojis }) => emojis)
  const ranked = all.flatMap((emoji) => {
    const rank = rankOf(emoji.words, wanted)
    return rank === null ? [] : { emoji, rank }
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return ranked.slice(0, most).map(({ emoji }) => emoji)
}

function rankOf(words: string, wanted: string): number | null {
  if (words === wanted) return 0
  if (words.startsWith(wanted)) return 1
  if (words.includes(` ${wanted}`)) return 2
  return words.includes(wanted) ? 3 : null
}
