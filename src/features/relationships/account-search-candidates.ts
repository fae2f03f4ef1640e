import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Wanted } from './account-search-query.ts'

/** Limits of a search's cost. */
const BOUNDS = {
  /** up to this number all matches are ranked; beyond it, only the likeliest */
  ranked: 1000,
  /** number of most-followed accounts that are checked one by one */
  popular: 5000,
}
/** number of the viewer's newest follows that are checked one by one */
const OWN_FOLLOWS = 10_000

interface CandidateSearch {
  viewerId: string | null
  wanted: Wanted
  /** only accounts that the viewer follows */
  following: boolean
}

/**
 * Ids of matching accounts, to be ranked: all if there are few; else the exact handle, followed
 * accounts, the most-followed accounts, and some more. The set is the same for every page, and
 * small enough to rank quickly for any query.
 */
export async function findCandidates(
  db: Db,
  { viewerId, wanted, following }: CandidateSearch,
  bounds = BOUNDS,
): Promise<string[]> {
  if (following) return idsOf(db, followedBy(db, viewerId, wanted))
  const some = await idsOf(db, wanted.some(db, bounds.ranked + 1))
  if (some.length <= bounds.ranked) return some
  // sequentially: a search must not occupy all connections for slow reads
  const exact = await idsOf(db, exactly(db, wanted))
  const followed = viewerId === null ? [] : await idsOf(db, followedBy(db, viewerId, wanted))
  const known = await idsOf(db, popular(db, wanted, bounds))
  return [...new Set([...exact, ...followed, ...known, ...some])]
}

type Ids = RawBuilder<{ id: string }>

async function idsOf(db: Db, ids: Ids): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${ids} as matching`.execute(db)
  return rows.map(({ id }) => id)
}

function exactly(db: Db, wanted: Wanted): Ids {
  const { username, domain } = wanted.handle
  const isThere = domain === null ? sql`account.domain is null` : sql`account.domain = ${domain}`
  return sql`(select account.id from account
    where account.username_lower = ${username} and ${isThere} and ${wanted.matches(db, 'account.id')})`
}

function followedBy(db: Db, viewerId: string | null, wanted: Wanted): Ids {
  return sql`(select followed.id from (
      select target_id as id from follow where account_id = ${viewerId}
      order by follow.id desc limit ${sql.lit(OWN_FOLLOWS)}
    ) as followed where ${wanted.matches(db, 'followed.id')})`
}

function popular(db: Db, wanted: Wanted, bounds: typeof BOUNDS): Ids {
  return sql`(select known.id from (
      select account_id as id, followers_count from account_stats
      order by followers_count desc, account_id limit ${sql.lit(bounds.popular)}
    ) as known where ${wanted.matches(db, 'known.id')}
    order by known.followers_count desc, known.id limit ${sql.lit(bounds.ranked)})`
}
