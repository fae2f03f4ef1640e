import { createPublicKey, type KeyObject } from 'node:crypto'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** multicodec of an Ed25519 public key, as a varint */
const ED25519 = Buffer.from([0xed, 0x01])
const KEY_BYTES = 32
/** characters: reading base 58 takes quadratic time */
const MAX_LENGTH = 128

/**
 * An Ed25519 public key in the form of a Multikey: `z6Mk…`.
 * @see https://www.w3.org/TR/controller-document/#Multikey
 */
export function multibaseOf(publicKey: KeyObject): string {
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return `z${toBase58(Buffer.concat([ED25519, Buffer.from(x, 'base64url')]))}`
}

/** @returns null if the text is no Ed25519 key in base 58 */
export function publicKeyOfMultibase(text: string): KeyObject | null {
  if (!text.startsWith('z') || text.length > MAX_LENGTH) return null
  const bytes = fromBase58(text.slice(1))
  if (bytes === null || bytes.length !== ED25519.length + KEY_BYTES) return null
  if (!bytes.subarray(0, ED25519.length).equals(ED25519)) return null
  const x = bytes.subarray(ED25519.length).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function toBase58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text
  return '1'.repeat(leading(bytes, 0)) + text
}

function fromBase58(text: string): Buffer | null {
  let number = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return null
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.alloc(leading([...text], '1')), bytes])
}

/** How many items at the beginning equal the given one. */
function leading<T>(items: ArrayLike<T>, what: T): number {
  let count = 0
  while (count < items.length && items[count] === what) count += 1
  return count
}
