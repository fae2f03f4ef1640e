import { type Catalogue, messageOf, type Said } from '../base/translatable-text.ts'
import { ENGLISH, type Locale } from './locales.ts'

/** Everything that it takes to say something in a language. */
export interface Words {
  locale: Locale
  messages: Catalogue
  /** formats of `Intl` that were needed so far: making one takes longer than using it */
  formats: Map<string, unknown>
}

export const newWords = (locale: Locale, messages: Catalogue): Words => ({
  locale,
  messages,
  formats: new Map(),
})

/** For what is read by programs and operators. */
export const ENGLISH_WORDS: Words = newWords(ENGLISH, {})

/** A text that is said once it is known who reads it. */
export type Localized = (words: Words) => string
/** A text to show; a string is shown as it is, as it is a name or was written by somebody. */
export type Text = string | Localized

/** Says a text in a language. */
export function inWords(text: Text, words: Words): string {
  return typeof text === 'string' ? text : text(words)
}

/** A text that was said where nobody knew the language yet. */
export const asText =
  ({ text, values }: Said): Localized =>
  (words) =>
    place(messageOf(text, words.messages), values, words)

export type Values = Readonly<Record<string, Text | number>>

/**
 * A message in the reader's language. The English text is its name in the catalogues; what stands behind a bar says which
 * of several meanings is meant, and is not shown: `t('Post|verb')`.
 *
 * @param values stand in for `{name}`
 */
export const t =
  (text: string, values: Values = {}): Localized =>
  (words) =>
    place(messageOf(text, words.messages), values, words)

/** A message that counts: `plural(3, '{n} post', '{n} posts')`. */
export const plural =
  (n: number, one: string, many: string, values: Values = {}): Localized =>
  (words) =>
    place(counted(n, one, many, words), { n: formatNumber(n), ...values }, words)

/** A message that counts, with its places for values. */
export function counted(n: number, one: string, many: string, words: Words): string {
  const { messages } = words
  const message = messages[many]
  if (message === undefined) return (n === 1 ? one : many).replace(/\|[^|]*$/, '')
  return typeof message === 'string'
    ? message
    : (message[ruleOf(n, words)] ?? message.other ?? many)
}

/** Puts the values in their places; a sign before a name belongs to it. */
function place(text: string, values: Values, words: Words): string {
  return text.replace(/([@#]?)\{(\w+)\}/g, (whole, sign: string, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (typeof value === 'string') return isolated(`${sign}${value}`, words)
    return `${sign}${typeof value === 'number' ? value : value(words)}`
  })
}

/**
 * Text of others within a sentence: where one reads from the right, it is kept from changing the order of what stands
 * beside it. Addresses stay as they are, as programs find them.
 */
export const isolated = (text: string, { locale }: Words): string =>
  locale.rightToLeft && !/^https?:/.test(text) ? `\u2068${text}\u2069` : text

/** A format of `Intl` in the reader's language, made once. */
function formatOf<T>(words: Words, name: string, make: (tag: string) => T): T {
  const known = words.formats.get(name) as T | undefined
  const format = known ?? make(words.locale.tag)
  if (known === undefined) words.formats.set(name, format)
  return format
}

const ruleOf = (n: number, words: Words): Intl.LDMLPluralRule =>
  formatOf(words, 'plural', (tag) => new Intl.PluralRules(tag)).select(n)

export const formatNumber =
  (value: number, options: Intl.NumberFormatOptions = {}): Localized =>
  (words) => {
    const name = `number ${JSON.stringify(options)}`
    return formatOf(words, name, (tag) => new Intl.NumberFormat(tag, options)).format(value)
  }

/** @param time ms since 1970 */
export const formatTime =
  (time: number, options: Intl.DateTimeFormatOptions): Localized =>
  (words) => {
    const name = `time ${JSON.stringify(options)}`
    return formatOf(words, name, (tag) => new Intl.DateTimeFormat(tag, options)).format(time)
  }

export const formatList =
  (texts: readonly Text[], options: Intl.ListFormatOptions = {}): Localized =>
  (words) => {
    const name = `list ${JSON.stringify(options)}`
    const format = formatOf(words, name, (tag) => new Intl.ListFormat(tag, options))
    return format.format(texts.map((text) => inWords(text, words)))
  }

/** The language of a document, for its attributes `lang` and `dir`. */
export const languageTag: Localized = ({ locale }) => locale.tag
export const direction: Localized = ({ locale }) => (locale.rightToLeft ? 'rtl' : 'ltr')

/** Sentences one after the other, without their last full stop. */
export const sentences =
  (texts: readonly Text[]): Localized =>
  (words) =>
    joined(texts, /^(?:ja|zh)\b/.test(words.locale.tag) ? '。' : '. ')(words)

/** Several texts one after the other. */
export const joined =
  (texts: readonly Text[], separator: string): Localized =>
  (words) =>
    texts.map((text) => inWords(text, words)).join(separator)
