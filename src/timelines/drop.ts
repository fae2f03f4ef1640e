import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'

/**
 * Takes statuses that have to do with somebody out of all timelines of an account.
 *
 * @param which `of`: what the other posted, and reblogs of it; `with`: also what names the other
 */
export async function dropEverywhere(
  db: Db,
  accountId: string,
  otherId: string,
  which: 'of' | 'with',
): Promise<void> {
  const lists = db.selectFrom('list').select('id').where('account_id', '=', accountId)
  for (const kept of [HOME, LIST]) {
    const { table, owner } = kept
    await db
      .deleteFrom(table)
      .$if(kept === HOME, (query) => query.where(owner, '=', accountId))
      .$if(kept === LIST, (query) => query.where(owner, 'in', lists))
      .where((eb) =>
        eb.or([
          eb('author_id', '=', otherId),
          eb('reblog_of_author_id', '=', otherId),
          ...(which === 'with'
            ? [names(kept, 'status_id', otherId), names(kept, 'reblog_of_id', otherId)]
            : []),
        ]),
      )
      .execute()
  }
}

/** Whether the status of an entry names the account. */
function names(
  { table }: FeedTable,
  column: 'status_id' | 'reblog_of_id',
  accountId: string,
): Expression<SqlBool> {
  const statusId = sql.ref(`${table}.${column}`)
  return sql<SqlBool>`exists (select 1 from mention where mention.status_id = ${statusId} and mention.account_id = ${accountId} and not mention.silent)`
}

/**
 * Takes what an account posted out of the home timeline of somebody who no longer follows it, except
 * what is there by a hashtag as well.
 */
export async function dropFollowed(db: Db, accountId: string, authorId: string): Promise<void> {
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where('author_id', '=', authorId)
    .where(sql<SqlBool>`not ${isByTag(accountId)}`)
    .execute()
}

/**
 * Takes out of somebody's home timeline what came by a hashtag that is no longer followed: what has
 * none of those that still are, and is by nobody who is followed.
 */
export async function dropTagged(db: Db, accountId: string, tagId: string): Promise<void> {
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where('author_id', '<>', accountId)
    .where(
      sql<SqlBool>`exists (select 1 from status_tag where status_tag.tag_id = ${tagId} and status_tag.status_id = home_entry.status_id)
        and not exists (select 1 from follow where follow.account_id = ${accountId} and follow.target_id = home_entry.author_id)
        and not ${isByTag(accountId)}`,
    )
    .execute()
}

/** Whether an entry at home has a hashtag that the account follows, and may be there because of it. */
function isByTag(accountId: string): Expression<SqlBool> {
  return sql<SqlBool>`(home_entry.reblog_of_id is null
    and exists (select 1 from status where status.id = home_entry.status_id and status.visibility = 'public')
    and exists (select 1 from status_tag join tag_follow on tag_follow.tag_id = status_tag.tag_id
      where status_tag.status_id = home_entry.status_id and tag_follow.account_id = ${accountId}))`
}

/** Takes what a list's members posted out of its owner's home timeline; the owner's own stays. */
export async function dropMembersFromHome(
  db: Db,
  { accountId, listId }: { accountId: string; listId: string },
): Promise<void> {
  const members = db.selectFrom('list_member').select('account_id').where('list_id', '=', listId)
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where('author_id', '<>', accountId)
    .where('author_id', 'in', members)
    .execute()
}

/** Takes what accounts posted and reblogged out of a list; null: all that is in it. */
export async function dropFromList(
  db: Db,
  listId: string,
  authorIds: readonly string[] | null,
): Promise<void> {
  await db
    .deleteFrom('list_entry')
    .where('list_id', '=', listId)
    .$if(authorIds !== null, (query) => query.where(idIn(db, 'author_id', authorIds!)))
    .execute()
}
