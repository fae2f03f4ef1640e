import { type SqlBool, sql } from 'kysely'
import { parseHandle } from '../accounts/handles.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { PopularitySource } from '../db/schema.ts'
import { idAt } from '../ids.ts'
import { settings } from '../instance/settings.ts'
import { follows } from '../relationships/predicates.ts'

/** Why somebody is suggested: https://docs.joinmastodon.org/entities/Suggestion/#sources */
export type SuggestionSource =
  | 'featured'
  | 'friends_of_friends'
  | 'similar_to_recently_followed'
  | PopularitySource

type Finding = Pick<App, 'cached' | 'config' | 'slowDb' | 'clock'>
/** Ids of accounts, best first; whoever asks leaves out whom the account does not want. */
type Find = (app: Finding, accountId: string) => Promise<string[]>

const DAY = 86_400_000
/** accounts that each source looks at, as many of which may fall away */
const MOST_CANDIDATES = 400
/** people followed last, whose own follows count */
const FRIENDS = 100
/** accounts followed lately, and their newest followers */
const RECENT = 10
const RECENT_DAYS = 30
const FANS = 20
/** whom somebody follows who follows more than these says little, and takes long to read */
const MANY_FOLLOWS = 1_000

/** In the order in which suggestions come. */
export const SOURCES: readonly (readonly [SuggestionSource, Find])[] = [
  ['featured', findFeatured],
  ['friends_of_friends', findFriendsOfFriends],
  ['similar_to_recently_followed', findSimilar],
  ['most_followed', ({ slowDb }) => findPopular(slowDb, 'most_followed')],
  ['most_interactions', ({ slowDb }) => findPopular(slowDb, 'most_interactions')],
]

/** Whom the operator named, in that order. */
async function findFeatured({ cached, config, slowDb }: Finding): Promise<string[]> {
  const { featured_accounts } = await cached.get(settings)
  const parsed = featured_accounts.map((text) => parseHandle(config, text))
  const handles = parsed.filter((handle) => handle !== null)
  if (handles.length === 0) return []
  const rows = await slowDb
    .selectFrom('account')
    .select(['id', 'username_lower', 'domain'])
    .where((eb) =>
      eb.or(
        handles.map(({ username, domain }) =>
          eb.and([
            eb('username_lower', '=', username),
            eb(sql`coalesce(domain, '')`, '=', domain ?? ''),
          ]),
        ),
      ),
    )
    .execute()
  const key = (name: string, domain: string | null) => `${name}@${domain ?? ''}`
  const ids = new Map(rows.map((row) => [key(row.username_lower, row.domain), row.id]))
  return handles
    .map(({ username, domain }) => ids.get(key(username, domain)))
    .filter((id) => id !== undefined)
}

/** Whom those whom the account followed last follow, the most of them first. */
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

/** Whom those follow who follow the same people as the account began to follow lately. */
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

/** Who began to follow each of these last, in one query that reads no more than it gives. */
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

/** People who hide whom they follow do not count. */
const followedAmong = prepared(
  (db, p: { ids: readonly string[]; viewerId: string; many: number; most: number }) =>
    db
      .selectFrom('follow as theirs')
      .innerJoin('account as follower', 'follower.id', 'theirs.account_id')
      .innerJoin('account_stats as stats', 'stats.account_id', 'theirs.account_id')
      .where(idIn(db, 'theirs.account_id', p.ids))
      .where(sql<SqlBool>`not follower.hide_collections`)
      .where('follower.suspended_at', 'is', null)
      .where('follower.deleted_at', 'is', null)
      .where('stats.following_count', '<=', p.many)
      .where('theirs.target_id', '<>', p.viewerId)
      .where(sql<SqlBool>`not ${follows(p.viewerId, sql.ref('theirs.target_id'))}`)
      .groupBy('theirs.target_id')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('theirs.target_id', 'desc')
      .limit(p.most)
      .select('theirs.target_id as id'),
)

/** Whom these people follow and the viewer does not, the most followed among them first. */
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
