import { domainToASCII } from 'node:url'
import type { Config } from '../../kernel/base/config.ts'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Schema } from '../../kernel/db/schema.ts'

/**
 * The operator's decisions about other servers. A block also applies to subdomains and to every
 * port, an allow does not (S-425); where several blocks cover a domain, the strictest applies.
 *
 * Domains may be given in any spelling that names the same host (A11).
 */
export interface DomainPolicy {
  /**
   * whether any exchange with a domain is blocked; in limited federation `federatesWith` decides
   */
  isSuspended(domain: string): boolean
  isSilenced(domain: string): boolean
  rejectsMedia(domain: string): boolean
  rejectsReports(domain: string): boolean
  isAllowed(domain: string): boolean
}

/** `await app.cached.get(domainPolicy)` */
export const domainPolicy: CachedValue<DomainPolicy> = { name: 'domain policy', load: loadPolicy }

type Own = Pick<Config, 'limitedFederationMode' | 'domain' | 'handleDomain'>

/**
 * Whether we exchange anything with a domain; in limited federation only with allowed ones (S-425).
 */
export function federatesWith(config: Own, policy: DomainPolicy, domain: string): boolean {
  const name = canonicalDomain(domain)
  if (name === config.domain || name === config.handleDomain) return true
  return config.limitedFederationMode ? policy.isAllowed(name) : !policy.isSuspended(name)
}

/**
 * The domains whose decisions apply to an account: that of its handle and that of its federation
 * id, as its server can choose either (A76). Empty for a local account.
 */
export function domainsOf({ domain, uri }: { domain: string | null; uri: string }): string[] {
  return domain === null ? [] : [...new Set([domain, new URL(uri).host])]
}

/** Columns of an account that follow from its domain. */
export type DomainLimits = Pick<Schema['account'], 'suspended_at' | 'silenced_at'> & {
  suspended_by_domain: boolean
  silenced_by_domain: boolean
}

/**
 * The limits that a new account of these domains gets.
 *
 * @param domains of its handle and of its federation id
 * @param now ms since 1970
 */
export function limitsOf(
  config: Own,
  policy: DomainPolicy,
  domains: readonly string[],
  now: number,
): DomainLimits {
  const suspended = domains.some((domain) => !federatesWith(config, policy, domain))
  const silenced = domains.some((domain) => policy.isSilenced(domain))
  return {
    suspended_at: suspended ? now : null,
    suspended_by_domain: suspended,
    silenced_at: silenced ? now : null,
    silenced_by_domain: silenced,
  }
}

export async function loadPolicy(db: Db): Promise<DomainPolicy> {
  const blocks = await db.selectFrom('domain_block').selectAll().execute()
  const allows = await db.selectFrom('domain_allow').select('domain').execute()
  const allowed = new Set(allows.map(({ domain }) => domain))
  const named = (rows: typeof blocks) => {
    const domains = new Set(rows.map(({ domain }) => domain))
    return (domain: string) => coveringNames(domain).some((name) => domains.has(name))
  }
  const suspends = blocks.filter(({ severity }) => severity === 'suspend')
  const isSuspended = named(suspends)
  return {
    isSuspended,
    isSilenced: named(blocks.filter(({ severity }) => severity === 'silence')),
    rejectsMedia: named(blocks.filter((row) => row.reject_media || suspends.includes(row))),
    rejectsReports: named(blocks.filter((row) => row.reject_reports || suspends.includes(row))),
    isAllowed: (domain) => allowed.has(canonicalDomain(domain)),
  }
}

/**
 * The canonical spelling of a host with or without a port: lower case, punycode, no trailing dot.
 */
export function canonicalDomain(domain: string): string {
  const [, host = '', port = ''] = /^(.*?)\.?(:\d+)?$/.exec(domain.trim().toLowerCase()) ?? []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class matches exactly ASCII
  return (/^[\x00-\x7f]*$/.test(host) ? host : domainToASCII(host)) + port
}

/** maximum of labels of a domain name */
const MOST_LABELS = 32

/**
 * Every domain whose block covers this one: itself and its parents, with its port and without.
 *
 * @example coveringNames('a.example:8443') // a.example:8443, a.example, example:8443, example
 */
export function coveringNames(domain: string): string[] {
  const [, host = '', port = ''] = /^(.*?)(:\d+)?$/.exec(canonicalDomain(domain)) ?? []
  const labels = host.split('.').slice(-MOST_LABELS)
  const parents = labels.map((_, at) => labels.slice(at).join('.'))
  const names = host.startsWith('[') ? [host] : [...new Set([host, ...parents])]
  return port === '' ? names : names.flatMap((name) => [name + port, name])
}
