import { isIP, isIPv4 } from 'node:net'
import { isBadPort } from './bad-ports.ts'
import { EgressRefused, type RefusalReason } from './errors.ts'
import { hasForbiddenCharacter } from './origin.ts'

/**
 * Names that are never public (RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal): whoever
 * resolves them, the answer is a machine of ours.
 */
const LOCAL_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'onion',
  'alt',
  'test',
  'example',
  'invalid',
  'home.arpa',
]

/**
 * Reads an address that somebody else named.
 *
 * @param base what a relative one (a redirect's) is relative to
 * @returns without fragment and without the trailing dot of its host
 * @throws EgressRefused for what is no plain http(s) URL
 */
export function parseTarget(input: string | URL, base?: URL): URL {
  const text = String(input)
  if (hasForbiddenCharacter(text)) throw new EgressRefused('url', 'The address is malformed')
  const url = URL.parse(text, base)
  if (url === null) throw new EgressRefused('url', 'The address is malformed')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EgressRefused('scheme', 'Only http and https addresses can be fetched')
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused('userinfo', 'The address holds a user name')
  }
  // writing to an URL costs as much as parsing it
  if (url.href.includes('#')) url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url.hostname === '' || url.hostname.endsWith('.')) {
    throw new EgressRefused('url', 'The address has no host')
  }
  refuseDisguisedAddress(text, url)
  return url
}

/** `0x7f.1`, `2130706433` and `127.1` are all 127.0.0.1 to the URL parser (A28). */
function refuseDisguisedAddress(text: string, url: URL): void {
  if (!isIPv4(url.hostname)) return
  const authority =
    /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(text)?.[1] ?? /^\/\/([^/?#]*)/.exec(text)?.[1]
  if (authority === undefined) return
  if (authority.replace(/:\d*$/, '') !== url.hostname) {
    throw new EgressRefused('url', 'The address is written in an unusual way')
  }
}

/** Where a connection goes, as undici and `URL` name it. */
export interface Endpoint {
  protocol: string
  hostname: string
  port: string
}

/**
 * Why only an address on the operator's allow list will do for this endpoint.
 * @returns null where any public address will
 */
export function needsAllowList({ protocol, hostname, port }: Endpoint): RefusalReason | null {
  if (protocol !== 'https:') return 'scheme'
  if (isBadPort(port)) return 'port'
  if (isLocalName(hostname)) return 'host'
  return null
}

function isLocalName(hostname: string): boolean {
  if (isIP(hostname) !== 0) return false
  if (!hostname.includes('.')) return true
  return LOCAL_SUFFIXES.some((suffix) => hostname.endsWith(`.${suffix}`))
}
