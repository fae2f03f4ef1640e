import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { preparedPage } from '../../kernel/db/pagination.ts'
import { ensureTags, type TagName } from './tags.ts'

/** Follows a hashtag, used or not; doing it again changes nothing (S-234). */
export async function followTag(
  tx: Tx,
  { accountId, name }: { accountId: string; name: TagName },
): Promise<void> {
  const [tagId] = await ensureTags(tx, [name])
  await tx.db
    .insertInto('tag_follow')
    .values({ id: tx.newId(), account_id: accountId, tag_id: tagId!, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'tag_id']).doNothing())
    .execute()
}

/** Unfollows a hashtag; does nothing if it is not followed. */
export async function unfollowTag(
  tx: Tx,
  { accountId, tagId }: { accountId: string; tagId: string },
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('tag_follow')
    .where('account_id', '=', accountId)
    .where('tag_id', '=', tagId)
    .returning('id')
    .executeTakeFirst()
  if (removed !== undefined) tx.emit({ type: 'tag.unfollowed', accountId, tagId })
}

/** The hashtags that an account follows, the latest first; cursors are ids of the follows (S-041). */
export const pageOfFollowedTags = preparedPage('tag_follow.id', (db, p: { accountId: string }) =>
  db
    .selectFrom('tag_follow')
    .select(['tag_follow.id as cursor', 'tag_follow.tag_id as id'])
    .where('tag_follow.account_id', '=', p.accountId),
)

/** Ids of the tags among these that an account follows. */
export async function followedAmong(
  db: Db,
  accountId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('tag_follow')
    .select('tag_id')
    .where('account_id', '=', accountId)
    .where(idIn(db, 'tag_id', tagIds))
    .execute()
  return rows.map((row) => row.tag_id)
}

/** Ids of some of the tags that an account follows, in order; `after`: the last known one. */
export async function followedTagsAfter(
  db: Db,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('tag_follow')
    .select('tag_id')
    .where('account_id', '=', accountId)
    .where('tag_id', '>', after ?? '0')
    .orderBy('tag_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.tag_id)
}
