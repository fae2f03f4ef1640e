import type { App } from '../app.ts'
import { domainPolicy } from './domain-policy.ts'
import { recent } from './recent.ts'

const LIFETIME = 10 * 60_000
const MATCHES = 10

export interface Peers {
  /** domains of other servers that are known and not suspended, in alphabetical order */
  all(): Promise<string[]>
  /** up to ten of them that begin with the text */
  search(text: string): Promise<string[]>
}

/** Asks the database at most every ten minutes. */
export function createPeers(app: Pick<App, 'clock' | 'slowDb' | 'cached'>): Peers {
  const known = recent(app.clock, LIFETIME, async () => {
    const rows = await app.slowDb
      .selectFrom('account')
      .select('domain')
      .distinct()
      .where('domain', 'is not', null)
      .orderBy('domain')
      .execute()
    return rows.map(({ domain }) => domain!)
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
