import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { membersAmong } from '../lists/queries.ts'
import { type Delivered, repliesToOther } from './delivered.ts'
import type { Feed } from './feeds.ts'

/** Says which of the statuses a timeline shows as far as replies to others go (S-320, S-325). */
export async function repliesShownBy(
  db: Db,
  feed: Feed,
  statuses: readonly Delivered[],
): Promise<(status: Delivered) => boolean> {
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
