import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { existsForRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'

/**
 * Removes statuses that involve another account from all timelines of an account.
 *
 * @param which `of`: the other's statuses, and reblogs of them; `with`: also statuses that mention
 * the other
 */
export async function removeEverywhere(
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

/** Whether the status of an entry mentions the account. */
function names(
  { table }: FeedTable,
  column: 'status_id' | 'reblog_of_id',
  accountId: string,
): Expression<SqlBool> {
  const statusId = sql.ref(`${table}.${column}`)
  return existsForRow(
    sql`select 1 from mention where mention.status_id = ${statusId} and mention.account_id = ${accountId} and not mention.silent`,
  )
}

/**
 * Removes an author's statuses from the home timeline of an account that no longer follows the
 * author, except statuses that are there because of a hashtag.
 */
export async function removeFollowed(db: Db, accountId: string, authorId: string): Promise<void> {
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where('author_id', '=', authorId)
    .where(sql<SqlBool>`not ${isByTag(accountId)}`)
    .execute()
}

/**
 * Removes statuses from a home timeline after the account has unfollowed a hashtag: statuses
 * without any hashtag that it still follows, by authors whom it does not follow.
 */
export async function removeTagged(db: Db, accountId: string, tagId: string): Promise<void> {
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

/** Whether a home entry has a hashtag that the account follows, so that it may stay. */
function isByTag(accountId: string): Expression<SqlBool> {
  return sql<SqlBool>`(home_entry.reblog_of_id is null
    and exists (select 1 from status where status.id = home_entry.status_id and status.visibility = 'public')
    and exists (select 1 from status_tag join tag_follow on tag_follow.tag_id = status_tag.tag_id
      where status_tag.status_id = home_entry.status_id and tag_follow.account_id = ${accountId}))`
}

/**
 * Removes the statuses of a list's members from its owner's home timeline; the owner's own statuses
 * stay.
 */
export async function removeMembersFromHome(
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

/** Removes the statuses and reblogs of accounts from a list; null: removes all entries. */
export async function removeFromList(
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
