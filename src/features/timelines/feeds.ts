import type { Db } from '../../kernel/db/database.ts'
import { type List, lockListsWith } from '../lists/queries.ts'
import type { RepliesPolicy } from '../lists/tables.ts'

/**
 * Tables that store timelines, one row per status. The two tables differ only in the name of their
 * first column, so both are typed as `home_entry`.
 */
export const HOME = { table: 'home_entry', owner: 'account_id' } as const
export const LIST = { table: 'list_entry', owner: 'list_id' } as unknown as FeedTable

export type FeedTable = typeof HOME

/** A stored timeline of a local account. */
export interface Feed {
  kept: FeedTable
  /** id of the account for home, or of the list */
  id: string
  /** id of the account that owns it */
  ownerId: string
  /** shown replies to others: to followed accounts, to members of the list, or none (S-325) */
  replies: RepliesPolicy
}

export function homeOf(accountId: string): Feed {
  return { kept: HOME, id: accountId, ownerId: accountId, replies: 'followed' }
}

/**
 * The timelines of an account that show the posts of another one: its lists with that account, and
 * its home timeline unless such a list is exclusive (S-320). Own posts are always at home.
 */
export async function feedsWith(db: Db, ownerId: string, accountId: string): Promise<Feed[]> {
  const feeds = await feedsWithEach(db, ownerId, [accountId])
  return feeds.map(({ feed }) => feed)
}

/** A timeline with those of several accounts whose posts it shows. */
interface FeedWith {
  feed: Feed
  accountIds: Set<string>
}

/** The same for several accounts. */
export async function feedsWithEach(
  db: Db,
  ownerId: string,
  accountIds: readonly string[],
): Promise<FeedWith[]> {
  const memberships = await lockListsWith(db, { ownerId, accountIds })
  const apart = new Set(memberships.filter((one) => one.exclusive).map((one) => one.member_id))
  const atHome = accountIds.filter((id) => id === ownerId || !apart.has(id))
  const home = { feed: homeOf(ownerId), accountIds: new Set(atHome) }
  const lists = Map.groupBy(memberships, (one) => one.id)
  const feeds = [...lists.values()].map((members) => ({
    feed: feedOf(members[0]!),
    accountIds: new Set(members.map((one) => one.member_id)),
  }))
  return atHome.length === 0 ? feeds : [home, ...feeds]
}

function feedOf({ id, account_id: ownerId, replies_policy: replies }: List): Feed {
  return { kept: LIST, id, ownerId, replies }
}
