import { Resolver } from 'node:dns/promises'

/**
 * Names of the mail hosts of a domain: the domain itself if it has an address but no MX records.
 *
 * @param domain ASCII
 * @returns none if DNS says that the domain accepts no mail; null if DNS gives no answer: slow, broken, or disabled
 */
export type MailHosts = (domain: string) => Promise<string[] | null>

/** The part of a resolver that is used. */
export type MailResolver = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>

const QUERY_TIMEOUT_MS = 1_000
const MOST_HOSTS = 10

/** Queries DNS; the default is the system's resolver with two tries of one second. */
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

/** A single MX record with an empty name means that the domain accepts no mail (RFC 7505). */
function namesOf(exchanges: readonly string[]): string[] {
  const names = exchanges.map((name) => name.toLowerCase().replace(/\.$/, ''))
  return names.filter((name) => name !== '').slice(0, MOST_HOSTS)
}

/** @returns none if DNS says that no record exists; null if DNS gives no answer */
async function answersOf<T>(query: Promise<T[]>): Promise<T[] | null> {
  try {
    return await query
  } catch (error) {
    const { code } = error as { code?: unknown }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}
