import { readFileSync } from 'node:fs'
import type { Catalogue } from '../base/translatable-text.ts'
import { LOCALES, type Locale, matchLocale } from './locales.ts'
import { ENGLISH_WORDS, newWords, type Words } from './messages.ts'
import { messagesOf, parsePo } from './po.ts'

/** Languages that somebody asked for: files of the program that never change, read once. */
const read = new Map<string, Words>()

/** The words of a language. The first call reads its catalogue: some 10 ms, once in a process. */
export function wordsOf(locale: Locale): Words {
  if (locale.tag === 'en') return ENGLISH_WORDS
  const known = read.get(locale.tag)
  if (known !== undefined) return known
  const words = newWords(locale, readCatalogue(locale.tag))
  read.set(locale.tag, words)
  return words
}

/** Only what the server says; the rest of the file is for the programs in the browser. */
function readCatalogue(tag: string): Catalogue {
  const text = readFileSync(new URL(`../../../locales/${tag}.po`, import.meta.url), 'utf8')
  return messagesOf(parsePo(text), tag, (files) => files.some((file) => file.startsWith('src/')))
}

/** The words of the first wanted language that people are offered; else English. */
export function wordsFor(...wanted: (string | null | undefined)[]): Words {
  const locale = matchLocale(wanted.filter((tag) => typeof tag === 'string'))
  return locale === null ? ENGLISH_WORDS : wordsOf(locale)
}

/** The same among all languages that have any words, for single sentences. */
export function anyWordsFor(wanted: readonly string[]): Words {
  const locale = matchLocale(wanted, LOCALES)
  return locale === null ? ENGLISH_WORDS : wordsOf(locale)
}
