import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { membersAmong } from '../lists/queries.ts'
import { type FeedStatus, repliesToOther } from './feed-status.ts'
import type { Feed } from './feeds.ts'

/**
 * Returns a predicate: whether the timeline's policy for replies to others accepts a status (S-320,
 * S-325).
 */
export async function repliesShownBy(
  db: Db,
  feed: Feed,
  statuses: readonly FeedStatus[],
): Promise<(status: FeedStatus) => boolean> {
  const answered = statuses.filter(repliesToOther).map((status) => status.in_reply_to_account_id!)
  const near = new Set(await nearTo(db, feed, answered))
  return (status) =>
    !repliesToOther(status) ||
    status.in_reply_to_account_id === feed.ownerId ||
    near.has(status.in_reply_to_account_id!)
}

async function nearTo(db: Db, feed: Feed, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || feed.replies === 'none') return []
  if (feed.replies === 'list') return membersAmong(db, feed.id, ids)
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', feed.ownerId)
    .where(idIn(db, 'target_id', ids))
    .execute()
  return rows.map((row) => row.target_id)
}
