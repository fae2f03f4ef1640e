import { isIP } from 'node:net'

/**
 * A network in its canonical spelling, `192.0.2.0/24`: host bits are cleared.
 *
 * @param text an address or CIDR as typed
 * @returns null if it is neither
 */
export function readNetwork(text: string): string | null {
  const [, address = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const family = isIP(address)
  if (family === 0) return null
  const bits = family === 4 ? 32 : 128
  const prefix = digits === undefined ? bits : Number(digits)
  if (prefix > bits) return null
  if (family === 4)
    return `${masked(address.split('.').map(Number), 8, prefix).join('.')}/${prefix}`
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  // IPv4 requests over IPv6 sockets have their IPv4 address
  if (isMapped && prefix >= 96) return readNetwork(`${dotted(groups)}/${prefix - 96}`)
  return `${shortened(masked(groups, 16, prefix))}/${prefix}`
}

/** @param size number of bits per part */
function masked(parts: readonly number[], size: number, prefix: number): number[] {
  return parts.map((part, at) => {
    const kept = Math.min(Math.max(prefix - at * size, 0), size)
    return part & ~((1 << (size - kept)) - 1)
  })
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = canonical(address).split('::')
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [numbers(head), numbers(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function shortened(groups: readonly number[]): string {
  return canonical(groups.map((group) => group.toString(16)).join(':'))
}

/** The spelling of RFC 5952, without dots. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function dotted(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
