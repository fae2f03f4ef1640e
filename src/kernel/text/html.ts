import { messageOf } from '../base/translatable-text.ts'
import {
  counted,
  formatNumber,
  isolated,
  type Localized,
  type Text,
  type Words,
} from './messages.ts'

const brand: unique symbol = Symbol('safe html')

/** HTML that is safe to send, in the language of whoever reads it. Its mark is a symbol, so no JSON value can imitate it. */
export interface SafeHtml {
  readonly [brand]: true
  /** HTML, and what becomes HTML once the language is known */
  readonly parts: readonly (string | Localized)[]
}

/** Values of a template: text is escaped, lists are joined, null and booleans are omitted. */
export type HtmlValue = SafeHtml | Text | number | boolean | null | undefined | readonly HtmlValue[]

/**
 * Builds HTML from a template; every value is escaped for text and for quoted attributes, and a
 * script URL in `href`, `src`, `action` or `formaction` becomes `#`.
 *
 * @throws TypeError for a value in an attribute without quotes, where no escaping would be safe
 * @example html`<p title="${title}">${items.map((item) => html`<b>${item}</b>`)}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  const parts: (string | Localized)[] = []
  add(parts, strings[0] ?? '')
  for (const [index, value] of values.entries()) {
    const before = strings[index] ?? ''
    if (before.endsWith('=')) throw new TypeError(`Put the attribute's value in quotes: ${before}`)
    const isAddress = /\s(?:href|src|action|formaction)=["']$/.test(before)
    if (isAddress) add(parts, escapeHtml(harmlessAddress(plain(value))))
    else addValue(parts, value)
    add(parts, strings[index + 1] ?? '')
  }
  return { [brand]: true, parts }
}

/** Marks a string as HTML: only for escaped or sanitised text. */
export function raw(text: string): SafeHtml {
  return { [brand]: true, parts: [text] }
}

/** HTML that depends on the language in other ways than by its words: an order by name, a name of the language. */
export const localized = (draw: (words: Words) => SafeHtml): SafeHtml => ({
  [brand]: true,
  parts: [(words) => renderHtml(draw(words), words)],
})

/** The HTML in the reader's language. */
export function renderHtml({ parts }: SafeHtml, words: Words): string {
  return parts.map((part) => (typeof part === 'string' ? part : part(words))).join('')
}

/** Parts of a message with markup: values for `{name}`, elements around `<name>…</name>`. */
export type RichParts = Readonly<Record<string, HtmlValue | Element>>
type Element = (inner: SafeHtml) => SafeHtml

/**
 * A message with elements in it: `rich('<link>Send it again</link>, {name}', { link: (text: SafeHtml) => html`<a …>${text}</a>` })`.
 * Elements do not stand in each other.
 */
export const rich = (text: string, values: RichParts): SafeHtml => ({
  [brand]: true,
  parts: [(words) => renderHtml(filled(messageOf(text, words.messages), values, words), words)],
})

/** A message that counts, with elements in it. */
export const richPlural = (
  n: number,
  one: string,
  many: string,
  values: RichParts = {},
): SafeHtml => ({
  [brand]: true,
  parts: [
    (words) =>
      renderHtml(
        filled(counted(n, one, many, words), { n: formatNumber(n), ...values }, words),
        words,
      ),
  ],
})

function filled(text: string, values: RichParts, words: Words): SafeHtml {
  const pieces = text.split(/(\{\w+\}|<(?:\w+)>.*?<\/\w+>)/s)
  return html`${pieces.map((piece): HtmlValue => {
    const [, name = '', inner] = /^[{<](\w+)[}>](?:(.*)<\/\w+>)?$/s.exec(piece) ?? []
    if (name === '') return piece
    const value = Object.hasOwn(values, name) ? values[name] : null
    if (inner === undefined) {
      return typeof value === 'string' ? isolated(value, words) : (value as HtmlValue)
    }
    const content = filled(inner, values, words)
    return typeof value === 'function' ? (value as Element)(content) : content
  })}`
}

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '') : text
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function add(parts: (string | Localized)[], part: string | Localized): void {
  const last = parts.at(-1)
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
  else if (part !== '') parts.push(part)
}

function addValue(parts: (string | Localized)[], value: HtmlValue): void {
  if (typeof value === 'string') add(parts, escapeHtml(value))
  else if (typeof value === 'number') add(parts, String(value))
  else if (value === null || value === undefined || typeof value === 'boolean') return
  else if (typeof value === 'function') add(parts, (words) => escapeHtml(value(words)))
  else if (isSafe(value)) for (const part of value.parts) add(parts, part)
  else for (const one of value) addValue(parts, one)
}

/** An address, which is the same in every language. */
function plain(value: HtmlValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (typeof value === 'function') throw new TypeError('An address has no language')
  return isSafe(value) ? value.parts.join('') : value.map(plain).join('')
}

function isSafe(value: SafeHtml | readonly HtmlValue[]): value is SafeHtml {
  return brand in value
}

/** Browsers ignore control characters and spaces in the scheme. */
function harmlessAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const scheme = /^([^:/?#]*):/.exec(address.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]
  const runsScript = /^(?:javascript|vbscript|data)$/i.test(scheme ?? '')
  return runsScript ? '#' : address
}
