import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry/ */
const SPECIAL_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared by carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link local, where clouds keep their metadata
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(parseRange)

/**
 * The only block assigned to global unicast. Loopback, ULA, link local, mapped IPv4, NAT64 and
 * multicast lie outside of it.
 * @see https://www.iana.org/assignments/ipv6-unicast-address-assignments/
 */
const GLOBAL_V6 = parseRange('2000::/3')

/** @see https://www.iana.org/assignments/iana-ipv6-special-registry/ */
const SPECIAL_V6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4 holds any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation
].map(parseRange)

/** @returns whether the address is public; false if the text is no address */
export function isGlobalUnicast(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === null) return false
  if (parsed.kind() === 'ipv4') return !SPECIAL_V4.some((range) => contains(range, parsed))
  return contains(GLOBAL_V6, parsed) && !SPECIAL_V6.some((range) => contains(range, parsed))
}

/** The operator's list of addresses that outgoing requests may reach besides public ones. */
export interface AllowList {
  readonly isEmpty: boolean
  includes(address: string): boolean
}

/**
 * @param cidrs such as `10.0.0.0/8`, `::1/128` or a single address
 * @throws RangeError with the invalid entry
 */
export function createAllowList(cidrs: readonly string[]): AllowList {
  const ranges = cidrs.map((cidr) => {
    try {
      return parseRange(cidr)
    } catch (cause) {
      throw new RangeError(`"${cidr}" is not an address or CIDR like 10.0.0.0/8`, { cause })
    }
  })
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      const parsed = parseAddress(address)
      return parsed !== null && ranges.some((range) => contains(range, parsed))
    },
  }
}

function parseRange(cidr: string): Range {
  const [text = '', bits] = cidr.split('/')
  const address = parseAddress(text)
  if (address === null) throw new RangeError(`"${text}" is not an address`)
  if (bits !== undefined) return ipaddr.parseCIDR(cidr)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Accepts the usual spelling only: ipaddr.js alone would accept `10.1` and `0x0a.0.0.1` too. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

function contains(range: Range, address: Address): boolean {
  return range[0].kind() === address.kind() && address.match(range)
}
