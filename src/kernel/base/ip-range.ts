import { isIP } from 'node:net'

/** The first and last address of a network, as `ipDigits` writes them; both belong to it. */
export interface IpRange {
  from: string
  to: string
}

/** bits before an IPv4 address that is mapped into IPv6 */
const MAPPED_BITS = 96

/**
 * An address as 32 hexadecimal digits, IPv4 mapped into IPv6. These texts sort like addresses, so a network
 * is a range of them.
 *
 * @returns null if the text is no address
 */
export function ipDigits(address: string): string | null {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return null
  return version === 4 ? `${'0'.repeat(20)}ffff${hexOfV4(address)}` : hexOfV6(address)
}

/**
 * The range of a network in CIDR notation, or of one address.
 * @returns null for other texts
 */
export function ipRange(text: string): IpRange | null {
  const [address = '', prefix, ...rest] = text.trim().split('/')
  const digits = ipDigits(address)
  if (digits === null || rest.length > 0) return null
  const first = isIP(address) === 4 ? MAPPED_BITS : 0
  if (prefix === undefined) return rangeOf(digits, 128)
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) + first : Number.NaN
  return bits <= 128 ? rangeOf(digits, bits) : null
}

/** The network of an address with the given prefix length. @param bits prefix length for IPv4 or IPv6 */
export function networkAround(address: string, bits: { v4: number; v6: number }): IpRange | null {
  return ipRange(`${address}/${isIP(address) === 4 ? bits.v4 : bits.v6}`)
}

function rangeOf(digits: string, bits: number): IpRange {
  const low = (1n << BigInt(128 - bits)) - 1n
  const value = BigInt(`0x${digits}`)
  return { from: hex(value & ~low), to: hex(value | low) }
}

function hex(value: bigint): string {
  return value.toString(16).padStart(32, '0')
}

function hexOfV4(address: string): string {
  return address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
}

function hexOfV6(address: string): string {
  const dotted = /[^:]*\.[^:]*$/.exec(address)?.[0]
  const v4 = dotted === undefined ? '' : hexOfV4(dotted)
  const plain =
    dotted === undefined
      ? address
      : `${address.slice(0, -dotted.length)}${v4.slice(0, 4)}:${v4.slice(4)}`
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
    .map((group) => group.padStart(4, '0'))
    .join('')
    .toLowerCase()
}
