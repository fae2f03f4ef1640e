import { Resolver } from 'node:dns/promises'

/**
 * Names of the hosts that take mail for a domain: the domain itself where it has no MX records but an address.
 *
 * @param domain ASCII
 * @returns none if DNS says that nobody takes any; null if it says nothing: slow, broken, or not to be asked
 */
export type MailHosts = (domain: string) => Promise<string[] | null>

/** The part of a resolver that is asked. */
export type MailResolver = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>

const QUERY_TIMEOUT_MS = 1_000
const MOST_HOSTS = 10

/** Asks DNS, by default that of the system with two tries of one second. */
export function createMailHosts(resolver: MailResolver = createResolver()): MailHosts {
  return async (domain) => {
    const exchanges = await answersOf(resolver.resolveMx(domain))
    if (exchanges === null) return null
    if (exchanges.length > 0) return namesOf(exchanges.map(({ exchange }) => exchange))
    const addresses = await Promise.all([
      answersOf(resolver.resolve4(domain)),
      answersOf(resolver.resolve6(domain)),
    ])
    if (addresses.some((found) => found !== null && found.length > 0)) return [domain]
    return addresses.includes(null) ? null : []
  }
}

function createResolver(): Resolver {
  return new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2, maxTimeout: QUERY_TIMEOUT_MS })
}

/** A single record without a name says that there is no mail (RFC 7505). */
function namesOf(exchanges: readonly string[]): string[] {
  const names = exchanges.map((name) => name.toLowerCase().replace(/\.$/, ''))
  return names.filter((name) => name !== '').slice(0, MOST_HOSTS)
}

/** @returns none where DNS says that there is none; null where it says nothing */
async function answersOf<T>(query: Promise<T[]>): Promise<T[] | null> {
  try {
    return await query
  } catch (error) {
    const { code } = error as { code?: unknown }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}
