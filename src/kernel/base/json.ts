import { DAY } from './durations.ts'

/**
 * JSON that is already text. Entities are rendered as text once and joined, because parsing and
 * serialising a page again costs more than the rest of its rendering (docs/benchmarks.md).
 */
export type JsonText = string & { readonly json: unique symbol }

/** Serialises a plain value. `undefined` members are left out, as `JSON.stringify` does. */
export function toJson(value: unknown): JsonText {
  return JSON.stringify(value) as JsonText
}

/** The members of an object without its braces, to be joined with others. The object must not be empty. */
export function toMembers(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

/**
 * A list of entities. The text is concatenated rather than joined: it is flattened when it is sent, and
 * `join` would copy the whole page once more before.
 */
export function jsonList(items: readonly JsonText[]): JsonText {
  let text = ''
  for (const item of items) text += text === '' ? `[${item}` : `,${item}`
  return (text === '' ? '[]' : `${text}]`) as JsonText
}

/** An object whose members are JSON texts; undefined members are left out. */
export function jsonObject(members: Record<string, JsonText | undefined>): JsonText {
  let text = ''
  for (const name in members) {
    const member = members[name]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${member}`
  }
  return `{${text}}` as JsonText
}

/** Appends members to an object. */
export function extendJson(object: JsonText, members: Record<string, unknown>): JsonText {
  const more = JSON.stringify(members)
  if (more === '{}') return object
  if (object === '{}') return more as JsonText
  return `${object.slice(0, -1)},${more.slice(1)}` as JsonText
}

/** ms; years of more than four digits are no RFC 3339, and strict clients read none of a list that has one (A115) */
const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A time as entities show it: RFC 3339 in UTC with three fraction digits (S-012). */
export function isoTime(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, FIRST), LAST)).toISOString()
}

/** The same without its fraction, as a few entities show it (S-012). */
export function isoSeconds(milliseconds: number): string {
  return isoTime(milliseconds).replace(/\.\d+Z$/, 'Z')
}

/**
 * The day of a time, `YYYY-MM-DD` (S-012). Computed here, because every account on every page has one and
 * `toISOString` takes as long as a database lookup.
 * @see https://howardhinnant.github.io/date_algorithms.html#civil_from_days
 */
export function isoDay(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY) + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
}
