/** Unvalidated parameters: strings, lists and nested records; the object has no prototype. */
export interface Params {
  [name: string]: unknown
}

/** Parameters that cannot be parsed; the message is safe to show. */
export class UnreadableParams extends Error {}

const MAX_PARAMS = 1000
const MAX_DEPTH = 8
const AMPERSAND = 38
const PLUS = 43
const SPACE = 32
const NESTED_NAME = /^([^[\]]+)((?:\[[^[\]]*\])+)$/

function emptyParams(): Params {
  return Object.create(null)
}

export function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Builds a record from named values one by one, as in forms and query strings. */
export interface ParamsBuilder {
  readonly params: Params
  /** @throws UnreadableParams for too many, too deep, or a U+0000 */
  add(name: string, value: unknown): void
}

export function buildParams(): ParamsBuilder {
  const params = emptyParams()
  let count = 0
  return {
    params,
    add(name, value) {
      if (++count > MAX_PARAMS) throw new UnreadableParams('There are too many parameters')
      if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) {
        throw new UnreadableParams('A parameter holds a null character')
      }
      addParam(params, name, value)
    },
  }
}

/**
 * Parses `a=1&b[]=2&c[d]=3` (S-002, S-003); the last value of a repeated plain name counts.
 * @throws UnreadableParams also for bad percent-encoding
 */
export function parsePairs(encoded: string): Params {
  const builder = buildParams()
  const text = withSpaces(encoded)
  let start = 0
  while (start < text.length) {
    if (text.charCodeAt(start) === AMPERSAND) {
      start += 1
      continue
    }
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    addPair(builder, text.slice(start, end))
    start = end + 1
  }
  return builder.params
}

function addPair(builder: ParamsBuilder, pair: string): void {
  const equals = pair.indexOf('=')
  if (equals === -1) builder.add(decode(pair), '')
  else if (equals > 0) builder.add(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)))
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UnreadableParams('The parameters are not percent-encoded UTF-8')
  }
}

/** Byte by byte: a string replacement would join as many pieces, which takes fifty times as long (A78). */
function withSpaces(text: string): string {
  if (!text.includes('+')) return text
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE
  return bytes.toString()
}

function addParam(params: Params, name: string, value: unknown): void {
  const match = name.includes('[') ? NESTED_NAME.exec(name) : null
  if (match === null) {
    params[name] = value
    return
  }
  const [, first = '', brackets = ''] = match
  const steps = brackets.slice(1, -1).split('][')
  if (steps.length >= MAX_DEPTH) throw new UnreadableParams('A parameter is nested too deeply')
  place(params, first, steps, value)
}

/** `steps` are the names in the brackets; an empty one means a list. */
function place(params: Params, first: string, steps: string[], value: unknown): void {
  let holder = params
  let key = first
  for (const [index, step] of steps.entries()) {
    if (step !== '') {
      holder = recordAt(holder, key)
      key = step
      continue
    }
    const list = listAt(holder, key)
    const next = steps[index + 1]
    if (next === undefined || next === '') {
      list.push(value)
      return
    }
    holder = itemFor(list, next, index + 2 < steps.length)
    key = next
    if (index + 2 === steps.length) break
    place(holder, key, steps.slice(index + 2), value)
    return
  }
  holder[key] = value
}

function recordAt(holder: Params, key: string): Params {
  const known = holder[key]
  if (isParams(known)) return known
  const record = emptyParams()
  holder[key] = record
  return record
}

function listAt(holder: Params, key: string): unknown[] {
  const known = holder[key]
  if (Array.isArray(known)) return known
  const list: unknown[] = []
  holder[key] = list
  return list
}

/** `a[][b]` fills the last record of the list until that has a `b`. */
function itemFor(list: unknown[], key: string, goesDeeper: boolean): Params {
  const last = list.at(-1)
  if (isParams(last) && (goesDeeper || !(key in last))) return last
  const record = emptyParams()
  list.push(record)
  return record
}
