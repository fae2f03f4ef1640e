// node scripts/run.js scripts/emoji-data.ts: writes web/client/compose/emoji/data.ts, the emoji of the picker
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

export const EMOJI_FILE = fileURLToPath(
  new URL('../web/client/compose/emoji/data.ts', import.meta.url),
)

/** An entry of emojibase-data: without `group` if it is only a part of other emoji. */
interface Entry {
  emoji: string
  hexcode: string
  /** English name from CLDR */
  label: string
  tags?: string[]
  group?: number
  subgroup?: number
}

/** Groups of the picker, in its order, with Unicode's groups. */
const GROUPS = {
  smileys: 'smileys-emotion',
  people: 'people-body',
  nature: 'animals-nature',
  food: 'food-drink',
  activities: 'activities',
  travel: 'travel-places',
  objects: 'objects',
  symbols: 'symbols',
  flags: 'flags',
}

const HEAD = `// Made of emojibase-data by scripts/emoji-data.ts: change it there.

/**
 * Emoji by group: the character, its name in English, and after a semicolon its shortcodes and further search words.
 * Flags of countries are not here: they are generated from the browser's names of the countries.
 */
export const EMOJI_GROUPS: Readonly<Record<string, string>> = {
`

const require = createRequire(import.meta.url)

export function emojiData(): string {
  const entries = require('emojibase-data/en/data.json') as Entry[]
  const { groups, subgroups } = require('emojibase-data/meta/groups.json')
  const isCountry = (entry: Entry) => subgroups[entry.subgroup ?? ''] === 'country-flag'
  const isShown = (entry: Entry) => !isCountry(entry) && !isKeycap(entry)
  const written = Object.entries(GROUPS).map(([name, group]) => {
    const its = entries.filter((entry) => groups[entry.group ?? ''] === group && isShown(entry))
    return `  ${name}: \`\n${its.map(lineOf).join('\n')}\n\`,\n`
  })
  return `${HEAD}${written.join('')}}\n`
}

/** Keycaps cannot be reactions: see `src/features/statuses/reactions/emoji.ts`. */
function isKeycap({ emoji }: Entry): boolean {
  return /^[0-9#*]/.test(emoji)
}

function lineOf(entry: Entry): string {
  // the shortcodes that Mastodon clients know
  const shortcodes = require('emojibase-data/en/shortcodes/iamcal.json')
  const [code, ...others] = [shortcodes[entry.hexcode] ?? entry.label].flat()
  const name = entry.label
  const told = new Set(wordsOf([name, code]))
  const more = wordsOf([...others, ...(entry.tags ?? [])]).filter((word) => !told.has(word))
  return `${shownInColour(entry.emoji)} ${name}; ${[...wordsOf([code]), ...new Set(more)].join(' ')}`
}

function wordsOf(texts: string[]): string[] {
  return texts.flatMap((text) => text.toLowerCase().match(/[^\s_:,“”()]+/g) ?? [])
}

/** In the spelling of keyboards: with a variation selector only if the emoji would be black and white without it. */
function shownInColour(text: string): string {
  const short = text.replace(/\ufe0f$/, '')
  return /^\p{RGI_Emoji}$/v.test(short) ? short : text
}

if (import.meta.main) await writeFile(EMOJI_FILE, emojiData())
