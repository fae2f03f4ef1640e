import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Wanted } from './account-search-query.ts'

/** What a search may cost. */
const BOUNDS = {
  /** matches that are all ranked; of more, only the likeliest are */
  ranked: 1000,
  /** accounts whom most follow that are looked at, one by one */
  popular: 5000,
}
/** newest follows of the viewer that are looked at, one by one */
const OWN_FOLLOWS = 10_000

interface CandidateSearch {
  viewerId: string | null
  wanted: Wanted
  /** only whom the viewer follows */
  following: boolean
}

/**
 * Ids of those who match, to be ranked: all if they are not too many; else the exact handle, whom the
 * viewer follows, whom most follow, and some more. They are the same for every page, and so few that ranking
 * them is quick, whatever is typed.
 */
export async function findCandidates(
  db: Db,
  { viewerId, wanted, following }: CandidateSearch,
  bounds = BOUNDS,
): Promise<string[]> {
  if (following) return idsOf(db, followedBy(db, viewerId, wanted))
  const some = await idsOf(db, wanted.some(db, bounds.ranked + 1))
  if (some.length <= bounds.ranked) return some
  // one after the other: a search must not take all connections for slow reads
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
