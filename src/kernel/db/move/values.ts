import { idText } from '../id-text.ts'
import type { Row } from '../table-rows.ts'
import type { Kind, MovedTable } from './plan.ts'

/** A value in the form that is equal on both databases; JSON and ids are text. */
export type Value = string | number | bigint | boolean | null

/** Called for a text whose null characters or lone surrogates were replaced. */
export type OnReplaced = (table: MovedTable, column: string, row: Row) => void

/**
 * The values of a row in the order of the columns. PostgreSQL stores neither U+0000 nor half of a surrogate pair;
 * SQLite does, in rows from before they were refused. Each becomes U+FFFD, as in HTML.
 */
export function valuesOf(table: MovedTable, row: Row, onReplaced?: OnReplaced): Value[] {
  return table.columns.map(({ name, kind }) => {
    const value = row[name]
    if (value === null || value === undefined) return null
    const storable = CONVERT[kind](value)
    if (typeof storable === 'string' && storable !== value && kind !== 'id') {
      onReplaced?.(table, name, row)
    }
    return storable
  })
}

const CONVERT: Record<Kind, (value: unknown) => Value> = {
  id: idText,
  text: (value) => storableText(String(value)),
  integer: wholeNumber,
  boolean: (value) => value as boolean,
  json: (value) => storableJson(String(value)),
}

/** On PostgreSQL a number with more digits than times have is read as a text. */
function wholeNumber(value: unknown): number | bigint {
  if (typeof value === 'number') return value
  const exact = BigInt(value as string | bigint)
  return BigInt.asIntN(53, exact) === exact ? Number(exact) : exact
}

function storableText(text: string): string {
  return text.includes('\0') || !text.isWellFormed()
    ? text.replaceAll('\0', '\ufffd').toWellFormed()
    : text
}

/** @param text of JSON, in which such characters are escaped */
function storableJson(text: string): string {
  if (!/\\u(0000|d[89a-f])/i.test(text)) return text
  let replaced = false
  const storable = (given: string) => {
    const kept = storableText(given)
    replaced ||= kept !== given
    return kept
  }
  const value = mapTexts(JSON.parse(text), storable)
  return replaced ? JSON.stringify(value) : text
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)])
  return Object.fromEntries(entries)
}
