import { type SqlBool, sql } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { accountStays } from '../accounts/predicates.ts'
import { settings } from '../instance/settings.ts'
import { follows } from '../relationships/predicates.ts'
import { findByHandles } from './featured.ts'
import type { PopularitySource } from './tables.ts'

/** The reason of a suggestion: https://docs.joinmastodon.org/entities/Suggestion/#sources */
export type SuggestionSource =
  | 'featured'
  | 'friends_of_friends'
  | 'similar_to_recently_followed'
  | PopularitySource

type Finding = Pick<App, 'cached' | 'config' | 'slowDb' | 'clock'>
/** Ids of accounts, best first; the caller removes unwanted accounts. */
type Find = (app: Finding, accountId: string) => Promise<string[]>

/** maximum of candidates per source, of which as many may be filtered out */
const MOST_CANDIDATES = 400
/** number of the most recent follows whose own follows count */
const FRIENDS = 100
/** number of recent follows, and of their newest followers */
const RECENT = 10
const RECENT_DAYS = 30
const FANS = 20
/** accounts with more follows are ignored: their follows say little, and take long to read */
const MANY_FOLLOWS = 1_000

/** In order of precedence. */
export const SOURCES: readonly (readonly [SuggestionSource, Find])[] = [
  ['featured', findFeatured],
  ['friends_of_friends', findFriendsOfFriends],
  ['similar_to_recently_followed', findSimilar],
  ['most_followed', ({ slowDb }) => findPopular(slowDb, 'most_followed')],
  ['most_interactions', ({ slowDb }) => findPopular(slowDb, 'most_interactions')],
]

/** The accounts that the operator named, in that order. */
async function findFeatured({ cached, config, slowDb }: Finding): Promise<string[]> {
  const { featured_accounts } = await cached.get(settings)
  const found = await findByHandles(config, slowDb, featured_accounts)
  return found.filter((id) => id !== null)
}

/** Accounts that the account's most recent follows follow, most often followed first. */
async function findFriendsOfFriends({ slowDb }: Finding, accountId: string): Promise<string[]> {
  const friends = await slowDb
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(FRIENDS)
    .execute()
  const ids = friends.map((row) => row.target_id)
  return followedByMany(slowDb, ids, accountId)
}

/** Accounts that others follow who follow the same accounts as this one's recent follows. */
async function findSimilar({ slowDb, clock }: Finding, accountId: string): Promise<string[]> {
  const recent = await slowDb
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .where('id', '>', idAt(clock() - RECENT_DAYS * DAY))
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute()
  const targets = recent.map(({ target_id }) => target_id)
  const fans = new Set(await newestFollowers(slowDb, targets))
  fans.delete(accountId)
  return followedByMany(slowDb, [...fans], accountId)
}

/** The newest followers of each of these accounts, in one query that reads only these rows. */
async function newestFollowers(db: Db, targetIds: readonly string[]): Promise<string[]> {
  if (targetIds.length === 0) return []
  const ofEach = targetIds.map(
    (id) => sql`select account_id from (
      select account_id from follow where target_id = ${id} order by id desc limit ${sql.lit(FANS)}
    ) as newest`,
  )
  const { rows } = await sql<{ account_id: string }>`
    ${sql.join(ofEach, sql` union all `)}`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Accounts that hide their follows do not count. */
const followedAmong = prepared(
  (db, p: { ids: readonly string[]; viewerId: string; many: number; most: number }) =>
    db
      .selectFrom('follow as theirs')
      .innerJoin('account as follower', 'follower.id', 'theirs.account_id')
      .innerJoin('account_stats as stats', 'stats.account_id', 'theirs.account_id')
      .where(idIn(db, 'theirs.account_id', p.ids))
      .where(sql<SqlBool>`not follower.hide_collections`)
      .where(accountStays('follower'))
      .where('stats.following_count', '<=', p.many)
      .where('theirs.target_id', '<>', p.viewerId)
      .where(sql<SqlBool>`not ${follows(p.viewerId, sql.ref('theirs.target_id'))}`)
      .groupBy('theirs.target_id')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('theirs.target_id', 'desc')
      .limit(p.most)
      .select('theirs.target_id as id'),
)

/** Accounts that these accounts follow and the viewer does not, most often followed first. */
async function followedByMany(db: Db, ids: readonly string[], viewerId: string): Promise<string[]> {
  if (ids.length === 0) return []
  const asked = { ids, viewerId, many: MANY_FOLLOWS, most: MOST_CANDIDATES }
  return (await followedAmong(db, asked)).map((row) => row.id)
}

async function findPopular(db: Db, source: PopularitySource): Promise<string[]> {
  const rows = await db
    .selectFrom('popular_account')
    .select('account_id')
    .where('source', '=', source)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.account_id)
}
