/** A message in another language; by number where the English one counts. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
/** Messages by their English text. */
export type Catalogue = Readonly<Record<string, Message>>

let catalogue: Catalogue = {}
/** made once they are needed: they take some milliseconds */
let plurals: Intl.PluralRules | null = null
let numbers: Intl.NumberFormat | null = null
let current = 'en'

/** BCP 47 tag of the language that the program speaks. */
export const language = (): string => current

/** Speaks another language from now on; call it before anything is drawn. */
export function speak(tag: string, messages: Catalogue): void {
  current = tag
  catalogue = messages
  plurals = null
  numbers = null
}

type Values = Readonly<Record<string, string | number>>

/**
 * A message in the person's language. The English text is its name in the catalogues; what stands behind a bar
 * says which of several meanings is meant, and is not shown: `t('Post|verb')`.
 * @param values stand in for `{name}`
 */
export function t(text: string, values: Values = {}): string {
  return fill(messageOf(text), values)
}

/** A message that counts: `plural(3, '{n} post', '{n} posts')`. */
export function plural(n: number, one: string, many: string, values: Values = {}): string {
  const message = catalogue[many]
  const own = typeof message === 'object' ? (message[ruleOf(n)] ?? message.other) : message
  const text = own ?? (n === 1 ? one : many)
  return fill(text, { n: formatNumber(n), ...values })
}

/** What `Intl` would not change: it takes a phone some milliseconds to begin with. */
export const isPlain = (value: number): boolean =>
  current === 'en' && Number.isInteger(value) && Math.abs(value) < 1000

export function formatNumber(value: number): string {
  if (isPlain(value)) return String(value)
  numbers ??= new Intl.NumberFormat(current)
  return numbers.format(value)
}

function ruleOf(n: number): Intl.LDMLPluralRule {
  plurals ??= new Intl.PluralRules(current)
  return plurals.select(n)
}

/** A message as it stands in the catalogue, with its places for values: for `rich`. */
export function messageOf(text: string): string {
  const message = catalogue[text]
  return typeof message === 'string' ? message : text.replace(/\|[^|]*$/, '')
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
