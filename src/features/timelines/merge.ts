import type { Selectable } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { pickParams, prepared } from '../../kernel/db/prepared.ts'
import { unwantedBy } from './blocked-authors.ts'
import { type FeedStatus, selectFeedStatuses } from './feed-status.ts'
import { type Feed, type FeedTable, feedsWith, HOME, LIST } from './feeds.ts'
import { takesLanguage } from './languages.ts'
import { withoutRepeats } from './recent-reblogs.ts'
import { repliesShownBy } from './replies.ts'
import type { HomeEntryTable } from './tables.ts'

/** Number of an account's latest statuses that a new follower's timeline gets. */
const MERGED = 100

/**
 * Adds the latest statuses of an account to another account's home timeline and to its lists with
 * the former, by the rules of the fan-out; without a follow it adds nothing.
 *
 * @param into selects among these timelines; default all
 */
export async function mergeInto(
  tx: Tx,
  accountId: string,
  targetId: string,
  into: (feed: Feed) => boolean = () => true,
): Promise<void> {
  const follow = await choicesOf(tx.db, accountId, targetId)
  if (follow === null) return
  const feeds = (await feedsWith(tx.db, accountId, targetId)).filter(into)
  if (feeds.length === 0) return
  const recent = await latestOf(tx.db, targetId)
  const isUnwanted = accountId === targetId ? never : await unwantedBy(tx, accountId, recent)
  const wanted = recent.filter((status) => isChosen(status, follow) && !isUnwanted(status))
  for (const feed of feeds) {
    const isShown = await repliesShownBy(tx.db, feed, wanted)
    await insertEntries(tx.db, feed, wanted.filter(isShown))
  }
}

/** A follower's choices for a follow that concern timelines. */
export interface FollowChoices {
  show_reblogs: boolean
  languages: readonly string[] | null
}

/** Whether a follower's choices accept a status of the followed account. */
export function isChosen(status: FeedStatus, follow: FollowChoices): boolean {
  const isShown = status.reblog_of_id === null || follow.show_reblogs
  return isShown && takesLanguage(follow.languages, status.language)
}

function never(): boolean {
  return false
}

/** The account's statuses that followers get, latest first. */
async function latestOf(db: Db, accountId: string): Promise<FeedStatus[]> {
  return selectFeedStatuses(db)
    .where('status.account_id', '=', accountId)
    .where('status.visibility', 'in', ['public', 'unlisted', 'private'])
    .orderBy('status.id', 'desc')
    .limit(MERGED)
    .execute()
}

/**
 * A local follower's choices for a follow, or null if there is none; every account follows itself.
 */
async function choicesOf(
  db: Db,
  accountId: string,
  targetId: string,
): Promise<FollowChoices | null> {
  if (accountId === targetId) return { show_reblogs: true, languages: null }
  const row = await db
    .selectFrom('follow')
    // remote accounts have no timelines here
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select(['follow.show_reblogs', 'follow.languages'])
    .where('follow.account_id', '=', accountId)
    .where('follow.target_id', '=', targetId)
    .executeTakeFirst()
  return row ?? null
}

/** Inserts statuses into a timeline, without those that its latest entries show already. */
export async function insertEntries(
  db: Db,
  feed: Feed,
  statuses: readonly FeedStatus[],
): Promise<void> {
  await insertRows(db, feed, await withoutRepeats(db, feed, statuses))
}

/** Inserts statuses into a timeline; those that it has stay. */
export async function insertRows(db: Db, feed: Feed, added: readonly FeedStatus[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map((status) => ({
    account_id: feed.id,
    status_id: status.id,
    author_id: status.account_id,
    reblog_of_id: status.reblog_of_id,
    reblog_of_author_id: status.reblog_of_author_id,
  }))
  const { one, many } = feed.kept === HOME ? intoHome : intoList
  if (rows.length > FEW) await many(db, rows)
  else for (const row of rows) await one(db, row)
}

/** Rows up to which prepared inserts of one are cheaper than building a statement. */
const FEW = 8

type Row = Selectable<HomeEntryTable>

const intoHome = into(HOME)
const intoList = into(LIST)

function into({ table, owner }: FeedTable) {
  const insert = (db: Db, rows: readonly Row[]) =>
    db
      .insertInto(table)
      .values(
        rows.map(({ account_id, ...row }) => ({ [owner as 'account_id']: account_id, ...row })),
      )
      .onConflict((conflict) => conflict.columns([owner, 'status_id']).doNothing())
  return {
    one: prepared((db, p: Row) => insert(db, [pickParams(p, COLUMNS)])),
    many: (db: Db, rows: readonly Row[]) => insert(db, rows).execute(),
  }
}

const COLUMNS = [
  'account_id',
  'status_id',
  'author_id',
  'reblog_of_id',
  'reblog_of_author_id',
] as const
