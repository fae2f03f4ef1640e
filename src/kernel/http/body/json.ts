import { isUtf8 } from 'node:buffer'
import { BadRequest, Unprocessable } from '../../base/errors.ts'

const MAX_DEPTH = 32
/** values, list items and keys together: far more than any call needs, and quick to traverse */
const MAX_VALUES = 10_000

/** bytes of a string that are read one by one before the rest is skipped */
const STRIDE = 64

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Parses a JSON body; an empty one is undefined.
 *
 * @param read turns the text into values, once its size is checked
 * @throws BadRequest if it is no JSON, or no UTF-8
 * @throws Unprocessable if it is deeper or larger than any call needs, or has a U+0000
 */
export function parseJson(
  body: Buffer,
  read: (text: string) => unknown = (text) => JSON.parse(text),
): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) throw new BadRequest('The body is not UTF-8')
  checkSize(body)
  const text = body.toString()
  // matches an escape, and an escaped backslash followed by u0000; the latter is harmless
  if (text.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    throw new Unprocessable('A parameter holds a null character')
  }
  try {
    return read(text)
  } catch (cause) {
    throw new BadRequest('The body is not valid JSON', { cause })
  }
}

/** One pass over the bytes, before any value is built from them. */
function checkSize(body: Buffer): void {
  if (isPlainlySmall(body)) return
  let depth = 0
  let values = 1
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (byte === QUOTE) {
      index = endOfString(body, index)
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      if (++depth > MAX_DEPTH) throw new Unprocessable('The body is nested too deeply')
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--
    } else if (byte === COMMA && ++values > MAX_VALUES) {
      throw new Unprocessable('The body holds too many values')
    }
  }
}

/** Whether length and bracket count alone prove that the body is small: cheap, and true of most bodies. */
function isPlainlySmall(body: Buffer): boolean {
  if (body.length > MAX_VALUES) return false
  let brackets = 0
  for (const bracket of [OPEN_OBJECT, OPEN_LIST]) {
    for (let at = body.indexOf(bracket); at !== -1; at = body.indexOf(bracket, at + 1)) {
      if (++brackets > MAX_DEPTH) return false
    }
  }
  return true
}

function endOfString(body: Buffer, start: number): number {
  let index = start + 1
  for (let steps = 1; index < body.length && body[index] !== QUOTE; steps++) {
    index += body[index] === BACKSLASH ? 2 : 1
    if (steps % STRIDE === 0) index = leap(body, index)
  }
  return index
}

/** Skips long strings, such as files in base64, to the closing quote. */
function leap(body: Buffer, start: number): number {
  const quote = body.indexOf(QUOTE, start)
  if (quote === -1) return body.length
  let backslashes = 0
  while (quote - backslashes > start && body[quote - backslashes - 1] === BACKSLASH) backslashes++
  return backslashes % 2 === 0 ? quote : quote + 1
}
