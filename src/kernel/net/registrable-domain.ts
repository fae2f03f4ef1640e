import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type * as Tldts from 'tldts'
import { networkAround } from '../base/ip-range.ts'

/** Domains whose subdomains belong to different owners, missing in the public suffix list. */
const SHARED_HOSTS = new Set(['ghost.io', 'masto.host', 'wordpress.com'])

/** The argument is already a host. */
const HOSTS = { extractHostname: false, validateHostname: false, detectIp: false }
const OWNED = { ...HOSTS, allowPrivateDomains: true }
const EVERYBODYS = { ...HOSTS, allowPrivateDomains: false }

const require = createRequire(import.meta.url)

/** Loaded at its first use: the list takes 13 ms and 5 MB, which a server without federation does not need. */
const suffixes = () => require('tldts') as typeof Tldts

/**
 * The registered part of a host name: a wildcard under it counts once (A35), and different names under a suffix
 * have different owners (A11). Suffixes are those of the public suffix list, private ones such as `github.io`
 * included; a suffix itself counts as its own domain.
 *
 * @param hostname with or without a port, which stays
 */
export function registrableDomain(hostname: string): string {
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return hostname
  const name = canonical(hostname)
  const domain = suffixes().getDomain(name, OWNED) ?? name
  return SHARED_HOSTS.has(domain) ? name.split('.').slice(-3).join('.') : domain
}

/**
 * The name under which work for a host is counted: its registrable domain, or the /64 network of an IPv6 address, as
 * whoever has one of its addresses has all.
 */
export function countedDomain(hostname: string): string {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (isIP(address) !== 6) return registrableDomain(hostname)
  return `[${networkAround(address, { v4: 32, v6: 64 })?.from}]`
}

/**
 * Whether anybody can register a name under this one, as under `com` and `co.uk`. Private suffixes do not count:
 * each belongs to one company, which can be blocked as a whole.
 */
export function isCommonSuffix(hostname: string): boolean {
  const name = canonical(hostname)
  return !name.startsWith('[') && suffixes().getPublicSuffix(name, EVERYBODYS) === name
}

function canonical(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}
