import type { Db } from '../db/database.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, selectDelivered } from './delivered.ts'
import { type Feed, feedsWith } from './feeds.ts'
import { takesLanguage } from './languages.ts'
import { withoutRepeats } from './repeats.ts'
import { repliesShownBy } from './replies.ts'
import { unwantedBy } from './unwanted.ts'

/** How many of an account's latest statuses a new follower finds. */
const MERGED = 100

/**
 * Adds the latest statuses of an account to somebody's home timeline and to the lists that it is in,
 * by the rules that fan-out has; without a follow there is nothing to add.
 *
 * @param into which of these timelines; default all
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
  const meetsUnwanted = accountId === targetId ? never : await unwantedBy(tx, accountId, recent)
  const wanted = recent.filter(
    (status) =>
      takesLanguage(follow.languages, status.language) &&
      (status.reblog_of_id === null || follow.show_reblogs) &&
      !meetsUnwanted(status),
  )
  for (const feed of feeds) {
    const isShown = await repliesShownBy(tx.db, feed, wanted)
    await insertEntries(tx.db, feed, wanted.filter(isShown))
  }
}

function never(): boolean {
  return false
}

/** What goes from an account to people who follow it, the latest first. */
async function latestOf(db: Db, accountId: string): Promise<Delivered[]> {
  return selectDelivered(db)
    .where('status.account_id', '=', accountId)
    .where('status.visibility', 'in', ['public', 'unlisted', 'private'])
    .orderBy('status.id', 'desc')
    .limit(MERGED)
    .execute()
}

/** What a follower here chose for a follow, or null if there is none; everybody follows themselves. */
async function choicesOf(db: Db, accountId: string, targetId: string) {
  if (accountId === targetId) return { show_reblogs: true, languages: null }
  const row = await db
    .selectFrom('follow')
    // people elsewhere have no timelines here
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select(['follow.show_reblogs', 'follow.languages'])
    .where('follow.account_id', '=', accountId)
    .where('follow.target_id', '=', targetId)
    .executeTakeFirst()
  return row ?? null
}

/** Puts statuses into a timeline; what it shows lately is not shown again. */
export async function insertEntries(
  db: Db,
  feed: Feed,
  statuses: readonly Delivered[],
): Promise<void> {
  const added = await withoutRepeats(db, feed, statuses)
  if (added.length === 0) return
  const { table, owner } = feed.kept
  await db
    .insertInto(table)
    .values(
      added.map((status) => ({
        [owner as 'account_id']: feed.id,
        status_id: status.id,
        author_id: status.account_id,
        reblog_of_id: status.reblog_of_id,
        reblog_of_author_id: status.reblog_of_author_id,
      })),
    )
    .onConflict((conflict) => conflict.columns([owner, 'status_id']).doNothing())
    .execute()
}
