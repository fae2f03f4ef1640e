/** The programs whose texts people read: `server` is pages, mails, push messages and errors. */
export type Program = 'client' | 'server' | 'admin'

/** A language of the texts of this software, with a catalogue `locales/TAG.po`. */
export interface Locale {
  /** BCP 47 */
  tag: string
  /** its name in the language itself */
  name: string
  rightToLeft?: true
  /** programs whose every text is translated, which a test holds; people are offered a language that has one */
  complete: readonly Program[]
}

const ALL: readonly Program[] = ['client', 'server', 'admin']

export const ENGLISH: Locale = { tag: 'en', name: 'English', complete: ALL }

/** Sorted by name. Only `web/` and the server read this file, so it imports nothing. */
export const LOCALES: readonly Locale[] = [
  { tag: 'de', name: 'Deutsch', complete: ALL },
  ENGLISH,
  { tag: 'es', name: 'Español', complete: ALL },
  { tag: 'fr', name: 'Français', complete: ALL },
  { tag: 'it', name: 'Italiano', complete: ALL },
  { tag: 'nl', name: 'Nederlands', complete: ALL },
  { tag: 'pl', name: 'Polski', complete: ALL },
  { tag: 'pt-BR', name: 'Português (Brasil)', complete: ALL },
  { tag: 'tr', name: 'Türkçe', complete: ALL },
  { tag: 'uk', name: 'Українська', complete: ALL },
  { tag: 'he', name: 'עברית', rightToLeft: true, complete: ALL },
  { tag: 'ar', name: 'العربية', rightToLeft: true, complete: ALL },
  { tag: 'zh-Hans', name: '简体中文', complete: ALL },
  { tag: 'zh-Hant', name: '繁體中文', complete: ALL },
  { tag: 'ja', name: '日本語', complete: ALL },
  { tag: 'ko', name: '한국어', complete: ALL },
]

/** The languages that people are offered. */
export const OFFERED: readonly Locale[] = LOCALES.filter(({ complete }) => complete.length > 0)

/** Languages that are written like another, and names that are out of use. */
const LIKE: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
  tl: 'fil',
}
/** Chinese is written in two ways, which readers of one do not read easily. */
const TRADITIONAL = /^(?:TW|HK|MO)$/

/**
 * The first of the wanted languages that there is: the same region, else another region of the same language
 * (pt-PT: pt-BR), in the same script (zh-TW: zh-Hant, never zh-Hans).
 *
 * @param wanted BCP 47 tags, the most wanted first; what is none matches nothing
 */
export function matchLocale(
  wanted: readonly string[],
  among: readonly Locale[] = OFFERED,
): Locale | null {
  for (const tag of wanted) {
    const asked = partsOf(tag)
    const like = LIKE[asked.language]
    const found = bestOf(asked, among) ?? (like && bestOf({ ...asked, language: like }, among))
    if (found) return found
  }
  return null
}

interface Parts {
  language: string
  script: string
  region: string
}

function partsOf(tag: string): Parts {
  const [language = '', ...rest] = tag.replaceAll('_', '-').toLowerCase().split('-')
  const region = (rest.find((part) => /^(?:[a-z]{2}|\d{3})$/.test(part)) ?? '').toUpperCase()
  const written = rest.find((part) => /^[a-z]{4}$/.test(part)) ?? ''
  const usual = language !== 'zh' ? '' : TRADITIONAL.test(region) ? 'hant' : 'hans'
  return { language, script: written || usual, region }
}

function bestOf(asked: Parts, among: readonly Locale[]): Locale | undefined {
  const alike = among
    .map((locale) => ({ locale, parts: partsOf(locale.tag) }))
    .filter(({ parts }) => parts.language === asked.language && parts.script === asked.script)
  const same = alike.find(({ parts }) => parts.region === asked.region)
  return (same ?? alike.find(({ parts }) => parts.region === '') ?? alike[0])?.locale
}
