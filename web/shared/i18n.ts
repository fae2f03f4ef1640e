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
  return fill(countedOf(n, one, many), { n: formatNumber(n), ...values })
}

/** The form of a message for a number, with its places for values: for `richPlural`. */
export function countedOf(n: number, one: string, many: string): string {
  const message = catalogue[many]
  const own = typeof message === 'object' ? (message[ruleOf(n)] ?? message.other) : message
  return own ?? (n === 1 ? one : many).replace(/\|[^|]*$/, '')
}

/** Whether `Intl` would not change the number: its first use takes a phone some milliseconds. */
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
  return text.replace(/([@#]?)\{(\w+)\}/g, (whole, sign: string, name: string) => {
    const value = values[name]
    return value === undefined ? whole : isolated(sign === '' ? value : `${sign}${value}`)
  })
}

/** of those that are spoken here or may be soon */
export const isRightToLeft = (tag: string): boolean => /^(?:ar|ckb|fa|he|ps|ur|yi)\b/.test(tag)

/** Text of others within a sentence: where one reads from the right, it does not change the order beside it. */
export const isolated = (value: string | number): string =>
  typeof value === 'string' && isRightToLeft(current) && !/^(?:https?:|[\d\s]*$)/.test(value)
    ? `\u2068${value}\u2069`
    : String(value)
