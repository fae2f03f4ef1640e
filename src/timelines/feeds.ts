import type { Db } from '../db/database.ts'
import type { RepliesPolicy } from '../db/schema.ts'
import { keepListsWith } from '../lists/queries.ts'

/**
 * Where timelines are kept as rows, one for each status in them. The two tables differ in the name
 * of their first column alone, so both are typed as the one.
 */
export const HOME = { table: 'home_entry', owner: 'account_id' } as const
export const LIST = { table: 'list_entry', owner: 'list_id' } as unknown as FeedTable

export type FeedTable = typeof HOME

/** A timeline of somebody here that is kept as rows. */
export interface Feed {
  kept: FeedTable
  /** of the account at home, or of the list */
  id: string
  /** whose it is */
  ownerId: string
  /** replies to others that it shows: to people followed, to members of the list, or none (S-325) */
  replies: RepliesPolicy
}

export function homeOf(accountId: string): Feed {
  return { kept: HOME, id: accountId, ownerId: accountId, replies: 'followed' }
}

/**
 * The timelines of an account that show what another one posts: its lists with that one, and its home
 * timeline unless a list is exclusive (S-320). One's own posts are always at home.
 */
export async function feedsWith(db: Db, ownerId: string, accountId: string): Promise<Feed[]> {
  const lists = await keepListsWith(db, { ownerId, accountId })
  const isKeptAway = ownerId !== accountId && lists.some((list) => list.exclusive)
  const feeds = lists.map((list): Feed => {
    const { id, replies_policy: replies } = list
    return { kept: LIST, id, ownerId, replies }
  })
  return isKeptAway ? feeds : [homeOf(ownerId), ...feeds]
}
