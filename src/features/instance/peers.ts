import type { App } from '../../kernel/core/app.ts'
import { domainPolicy } from './domain-policy.ts'
import { recent } from './periodic-value.ts'

const LIFETIME = 10 * 60_000
const MATCHES = 10

export interface Peers {
  /** domains of known servers that are not suspended, in alphabetical order */
  all(): Promise<string[]>
  /** up to ten domains that start with the text */
  search(text: string): Promise<string[]>
}

/** Queries the database at most every ten minutes. */
export function createPeers(app: Pick<App, 'clock' | 'slowDb' | 'cached'>): Peers {
  const known = recent(app.clock, LIFETIME, async () => {
    const rows = await app.slowDb
      .selectFrom('domain_host')
      .select('domain')
      .distinct()
      .orderBy('domain')
      .execute()
    return rows.map(({ domain }) => domain)
  })
  const all = async () => {
    const policy = await app.cached.get(domainPolicy)
    return (await known.get()).filter((domain) => !policy.isSuspended(domain))
  }
  return {
    all,
    async search(text) {
      const prefix = text.trim().toLowerCase()
      if (prefix === '') return []
      return (await all()).filter((domain) => domain.startsWith(prefix)).slice(0, MATCHES)
    },
  }
}
