import { logFailedLookUp } from '../../kernel/activitypub/log-failed-lookup.ts'
import { Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { parseHandle } from '../accounts/handles.ts'
import { resolveHandle } from '../accounts/remote/resolve.ts'
import { findCandidates } from './account-search-candidates.ts'
import { readWanted } from './account-search-query.ts'
import { ranked } from './account-search-ranking.ts'

export interface AccountSearch {
  q: string
  limit: number
  offset: number
  /** only accounts that the viewer follows */
  following: boolean
  /** whether an unknown handle may be resolved at its server; known accounts need no request */
  resolve: boolean
}

/**
 * Finds accounts by handle or by prefixes of words in name and display name. Order: the exact
 * handle, accounts that the viewer follows, accounts whose name starts with the query, each by
 * number of followers. Pending, suspended and moved accounts are not found (S-277). Of more than a
 * thousand matches only the likeliest are ranked.
 *
 * @returns ids in order
 */
export async function searchAccounts(
  app: App,
  viewer: { readonly id: string } | null,
  search: AccountSearch,
): Promise<string[]> {
  const named = search.resolve ? await findNamed(app, viewer, search) : null
  const found = await searchKnown(app, viewer, search)
  if (named === null) return found
  return [named, ...found.filter((id) => id !== named)].slice(0, search.limit)
}

/**
 * The account of a complete handle, resolved at its server if unknown here. If the server does not
 * answer, the search finds nothing.
 */
async function findNamed(
  app: App,
  viewer: { readonly id: string } | null,
  { q, following, offset, limit }: AccountSearch,
): Promise<string | null> {
  if (viewer === null || following || offset > 0 || limit === 0) return null
  const handle = parseHandle(app.config, q)
  if (handle === null || handle.domain === null) return null
  try {
    const account = await resolveHandle(app, handle)
    if (account === null || account.suspended_at !== null) return null
    return account.id
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    logFailedLookUp(app, error)
    return null
  }
}

async function searchKnown(
  { slowDb, config }: Pick<App, 'slowDb' | 'config'>,
  viewer: { readonly id: string } | null,
  { q, following, limit, offset }: AccountSearch,
): Promise<string[]> {
  const wanted = readWanted(config, q)
  if (wanted === null || limit === 0 || (following && viewer === null)) return []
  const viewerId = viewer?.id ?? null
  const ids = await findCandidates(slowDb, { viewerId, wanted, following })
  return ranked(slowDb, ids, { viewerId, wanted, limit, offset })
}
