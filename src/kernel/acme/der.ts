/** Values in DER, as far as certificates and requests for them need it. @see https://www.itu.int/rec/T-REC-X.690 */

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

export const sequence = (...parts: readonly Uint8Array[]) => encode(TAGS.sequence, ...parts)
export const set = (...parts: readonly Uint8Array[]) => encode(TAGS.set, ...parts)
export const octets = (content: Uint8Array) => encode(TAGS.octets, content)
/** Without unused bits. */
export const bits = (content: Uint8Array) => encode(TAGS.bits, Uint8Array.of(0), content)
export const utf8 = (text: string) => encode(TAGS.utf8, Buffer.from(text))
export const yes = () => encode(TAGS.boolean, Uint8Array.of(0xff))

/** @param magnitude of a number that is not negative, the highest byte first */
export function integer(magnitude: Uint8Array): Buffer {
  const from = magnitude.findIndex((byte) => byte !== 0)
  const digits = from === -1 ? Uint8Array.of(0) : magnitude.subarray(from)
  return (digits[0] ?? 0) < 0x80
    ? encode(TAGS.integer, digits)
    : encode(TAGS.integer, Uint8Array.of(0), digits)
}

/** @param dotted for example `2.5.29.17` */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode(TAGS.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(inSevens)))
}

/** @param time ms since 1970 */
export function time(time: number): Buffer {
  const text = new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '')
  return encode(TAGS.time, Buffer.from(text))
}

/** A value with a number instead of its type. */
export function tagged(
  number: number,
  content: Uint8Array,
  form: 'simple' | 'constructed',
): Buffer {
  return encode((form === 'simple' ? 0x80 : 0xa0) | number, content)
}

/** A value in another one. */
export interface DerValue {
  tag: number
  content: Buffer
}

/** The values in a sequence or another value of several parts. @throws Error if it is no DER */
export function valuesIn(content: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < content.length; ) {
    const { length, start } = lengthAt(content, at + 1)
    if (start + length > content.length) throw new Error('a value of DER is cut')
    values.push({ tag: content[at]!, content: content.subarray(start, start + length) })
    at = start + length
  }
  return values
}

function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Uint8Array.of(tag, length), content])
  const digits = bytesOf(length)
  return Buffer.concat([Uint8Array.of(tag, 0x80 | digits.length, ...digits), content])
}

function lengthAt(from: Buffer, at: number): { length: number; start: number } {
  const first = from[at]
  if (first === undefined) throw new Error('a value of DER is cut')
  if (first < 0x80) return { length: first, start: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4 || at + 1 + count > from.length) {
    throw new Error('a length of DER is none')
  }
  return { length: from.readUIntBE(at + 1, count), start: at + 1 + count }
}

function bytesOf(value: number): number[] {
  return value < 0x100 ? [value] : [...bytesOf(value >>> 8), value & 0xff]
}

/** Seven bits a byte; all but the last have the highest bit. */
function inSevens(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}
