import { language, t } from '../../../shared/i18n.ts'
import { customEmojis } from '../../state/server.ts'
import { type Emoji, type EmojiGroup, emojiOf } from './emoji-search.ts'

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
  people: t('People|emoji'),
  nature: t('Animals and nature'),
  food: t('Food and drink'),
  activities: t('Activities'),
  travel: t('Travel and places'),
  objects: t('Objects'),
  symbols: t('Symbols'),
  flags: t('Flags'),
})

let read: Promise<EmojiGroup[]> | null = null

/** Emoji of Unicode; their file loads when they are first needed. */
export function unicodeGroups(): Promise<EmojiGroup[]> {
  read ??= import('./data.ts').then(({ EMOJI_GROUPS }) =>
    Object.entries(EMOJI_GROUPS).map(([group, lines]) => ({
      title: titles()[group] ?? group,
      emojis: [
        ...lines
          .trim()
          .split('\n')
          .map(emojiOf)
          .filter(({ text }) => isKnownHere(text)),
        ...(group === 'flags' ? countries() : []),
      ],
    })),
  )
  read.catch(() => {
    read = null
  })
  return read
}

const LETTER_A = 0x1f1e6

/** Others are newer than the browser, which would show the characters they are made of, or none. */
function isKnownHere(text: string): boolean {
  return /^\p{RGI_Emoji}$/v.test(text)
}

/** Every country that the browser has a name and a flag for. */
function countries(): Emoji[] {
  const names = new Intl.DisplayNames([language(), 'en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => index)
  const found = letters.flatMap((one) =>
    letters.flatMap((other) => {
      const text = String.fromCodePoint(LETTER_A + one, LETTER_A + other)
      const name = names.of(String.fromCharCode(65 + one, 65 + other))
      if (name === undefined || !isKnownHere(text)) return []
      return { text, name, words: name.toLowerCase(), picture: null }
    }),
  )
  return found.sort((a, b) => a.name.localeCompare(b.name, language()))
}
