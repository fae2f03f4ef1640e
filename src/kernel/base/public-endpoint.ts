import { isIP } from 'node:net'
import { isBadPort } from './bad-ports.ts'

/**
 * Names that are never public (RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal): whichever resolver
 * answers, they lead to our own machines.
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

/** The target of a connection, in the terms of undici and `URL`. */
export interface Endpoint {
  protocol: string
  hostname: string
  port: string
}

/** The part of an endpoint that is not public. */
export type NotPublic = 'scheme' | 'port' | 'host'

/**
 * Why this endpoint needs an address on the operator's allow list.
 * @returns null if any public address is permitted
 */
export function needsAllowList({ protocol, hostname, port }: Endpoint): NotPublic | null {
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
