import { api } from '../../shared/api.ts'
import { asApiError } from '../../shared/api-error.ts'
import type {
  Account,
  CollectionsReply,
  FamiliarFollowers,
  FeaturedTag,
  Search,
  Status,
} from '../../shared/entities/api.ts'
import { server, viewer } from '../../shared/session.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import { type Cached, cached } from './read-cache.ts'

/** The account of a handle, which a server that was met never may have. */
export const accountOf = (acct: string): Cached<Account> =>
  cached(`account ${acct.toLowerCase()}`, () => findAccount(acct))

async function findAccount(acct: string): Promise<Account> {
  try {
    return await api.get<Account>('/api/v1/accounts/lookup', { acct })
  } catch (problem) {
    const { status } = asApiError(problem)
    if (status !== 404 || viewer === null || !isElsewhere(acct)) throw problem
    const query = { q: `@${acct}`, type: 'accounts', resolve: true, limit: 5 }
    const { accounts } = await api.get<Search>('/api/v2/search', query)
    const found = accounts.find((account) => account.acct.toLowerCase() === acct.toLowerCase())
    // the handle may be another name of the same account: the server has looked it up just now
    const only = accounts.length === 1 ? accounts[0] : undefined
    const account = found ?? only
    if (account === undefined) throw problem
    return account
  }
}

/** Whether a handle is of another server. */
export function isElsewhere(acct: string): boolean {
  const [, domain] = acct.split('@')
  return domain !== undefined && domain.toLowerCase() !== server.domain.toLowerCase()
}

export const featuredTagsOf = ({ id }: Pick<Account, 'id'>): Cached<readonly FeaturedTag[]> =>
  cached(`featured tags ${id}`, () =>
    api.get<FeaturedTag[]>(`/api/v1/accounts/${id}/featured_tags`),
  )

export const pinnedPostsOf = ({ id }: Pick<Account, 'id'>): Cached<readonly Post[]> =>
  cached(`pinned posts ${id}`, async () => {
    const statuses = await api.get<Status[]>(`/api/v1/accounts/${id}/statuses`, { pinned: true })
    return statuses.map(keepPost)
  })

/** Accounts that the viewer follows and that follow the given account. */
export const familiarFollowersOf = ({ id }: Pick<Account, 'id'>): Cached<readonly Account[]> =>
  cached(`familiar followers ${id}`, async () => {
    const [found] = await api.get<FamiliarFollowers[]>('/api/v1/accounts/familiar_followers', {
      id: [id],
    })
    return found?.accounts ?? []
  })

export const endorsedBy = ({ id }: Pick<Account, 'id'>): Cached<readonly Account[]> =>
  cached(`endorsed by ${id}`, () =>
    api.get<Account[]>(`/api/v1/accounts/${id}/endorsements`, { limit: 80 }),
  )

export const collectionsOf = ({ id }: Pick<Account, 'id'>) =>
  cached(`collections of ${id}`, async () => {
    const reply = await api.get<CollectionsReply>(`/api/v1/accounts/${id}/collections`, {
      limit: 100,
    })
    return reply.collections
  })
