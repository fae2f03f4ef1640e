import { AFTER_ALL_IDS, BEFORE_ALL_IDS, normalizeId, toShortId } from '../../base/ids.ts'
import { UploadedFile } from '../body/uploaded-file.ts'
import { type Part, type Reader, Refused, type SchemaNode } from './schema-node.ts'

/** S-004, the values that Rails reads as false */
const FALSE_VALUES: readonly unknown[] = ['false', '0', 'f', 'F', 'FALSE', 'off', 'OFF', false, 0]
const WHOLE = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/

export function readBoolean(_schema: SchemaNode, name: string): Reader {
  return (value) => {
    if (isBlank(value)) return undefined
    if (typeof value === 'object') throw new Refused(`${name} must be true or false`)
    return !FALSE_VALUES.includes(value)
  }
}

/** Integers beyond a double's exact range become the nearest double (S-006). */
export function readInteger(schema: SchemaNode, name: string): Reader {
  const check = checkRange(schema, name)
  return (value) => {
    if (isBlank(value)) return undefined
    const number = toNumber(value, WHOLE)
    if (Number.isNaN(number) || (Number.isFinite(number) && !Number.isInteger(number))) {
      throw new Refused(`${name} must be a whole number`)
    }
    const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number
    return check(Math.max(MIN_SAFE_INTEGER, Math.min(MAX_SAFE_INTEGER, number)))
  }
}

export function readNumber(schema: SchemaNode, name: string): Reader {
  const check = checkRange(schema, name)
  return (value) => {
    if (isBlank(value)) return undefined
    const number = toNumber(value, DECIMAL)
    if (!Number.isFinite(number)) throw new Refused(`${name} must be a number`)
    return check(number)
  }
}

export function readString(schema: SchemaNode, name: string): Reader {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u')
  return (value) => {
    const text = toText(value)
    if (text === undefined) throw new Refused(`${name} must be text`)
    if (isLonger(text, maxLength)) {
      throw new Refused(`${name} is too long (maximum is ${maxLength} characters)`)
    }
    if (minLength > 0 && !isLonger(text, minLength - 1)) {
      throw new Refused(`${name} is too short (minimum is ${minLength} characters)`)
    }
    if (pattern?.test(text) === false) throw new Refused(`${name} is invalid`)
    return text
  }
}

/** One of several values; a blank value is none of them and counts as missing. */
export function readChoice(values: readonly unknown[], name: string): Reader {
  return (value) => {
    const text = toText(value)
    const known = values.find((candidate) => candidate === value || String(candidate) === text)
    if (known !== undefined) return known
    if (isBlank(value)) return undefined
    throw new Refused(`${name} must be one of ${values.join(', ')}`)
  }
}

/** In a path, an invalid id is refused; elsewhere it becomes an id that no row has. */
export function readId(schema: SchemaNode, name: string, part: Part): Reader {
  const nothing = schema.kind === 'newer' ? AFTER_ALL_IDS : BEFORE_ALL_IDS
  return (value) => {
    if (isBlank(value)) return undefined
    const text = toText(value)
    if (text === undefined) throw new Refused(`${name} must be an id`)
    // a larger number has lost digits: better no id than a wrong one
    const exact = typeof value !== 'number' || Number.isSafeInteger(value)
    const id = exact ? normalizeId(text) : null
    if (id === null && part === 'params') throw new Refused(`${name} is no id`)
    if (id === null) return nothing
    return schema.short === true ? toShortId(id) : id
  }
}

export function readFile(_schema: SchemaNode, name: string): Reader {
  return (value) => {
    if (isBlank(value)) return undefined
    if (value instanceof UploadedFile) return value
    throw new Refused(`${name} must be a file`)
  }
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function toNumber(value: unknown, form: RegExp): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && form.test(value.trim()) ? Number(value) : Number.NaN
}

/** Counts characters, not UTF-16 units, and stops as soon as the limit is exceeded. */
function isLonger(text: string, length: number): boolean {
  if (text.length <= length) return false
  let count = 0
  for (const _ of text) if (++count > length) return true
  return false
}

function checkRange(schema: SchemaNode, name: string): (value: number) => number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  return (value) => {
    if (value < minimum) throw new Refused(`${name} must be at least ${minimum}`)
    if (value > maximum) throw new Refused(`${name} must be at most ${maximum}`)
    return value
  }
}
