import { type Expression, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import { unwantedBy } from './blocked-authors.ts'
import { selectFeedStatuses } from './feed-status.ts'
import { homeOf } from './feeds.ts'
import { takesLanguage } from './languages.ts'
import { insertEntries } from './merge.ts'
import { repliesShownBy } from './replies.ts'

/** Number of a hashtag's latest statuses that a rebuilt home timeline gets. */
const MERGED = 100

/**
 * Adds the latest public statuses under a hashtag to the home timeline of a follower of the
 * hashtag.
 */
export async function mergeTag(tx: Tx, accountId: string, tagId: string): Promise<void> {
  const recent = await selectFeedStatuses(tx.db)
    .innerJoin('status_tag', 'status_tag.status_id', 'status.id')
    .innerJoin('account as author', 'author.id', 'status.account_id')
    .leftJoin('follow', (join) =>
      join
        .onRef('follow.target_id', '=', 'status.account_id')
        .on('follow.account_id', '=', accountId),
    )
    .select('follow.languages')
    .where('status_tag.tag_id', '=', tagId)
    .where('status.visibility', '=', 'public')
    .where('status.reblog_of_id', 'is', null)
    .where('status.account_id', '<>', accountId)
    .where('author.silenced_at', 'is', null)
    .where(sql<SqlBool>`not ${isApart(accountId)}`)
    .orderBy('status_tag.status_id', 'desc')
    .limit(MERGED)
    .execute()
  const user = await tx.db
    .selectFrom('local_user')
    .select('chosen_languages')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const isUnwanted = await unwantedBy(tx, accountId, recent)
  const isShown = await repliesShownBy(tx.db, homeOf(accountId), recent)
  const wanted = recent.filter(
    (status) =>
      takesLanguage(user.chosen_languages, status.language) &&
      takesLanguage(status.languages, status.language) &&
      isShown(status) &&
      !isUnwanted(status),
  )
  await insertEntries(tx.db, homeOf(accountId), wanted)
}

/** Whether the author of a status is in an exclusive list of the account. */
function isApart(accountId: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from list_member join list on list.id = list_member.list_id
    where list_member.account_id = status.account_id and list_member.owner_id = ${accountId} and list.exclusive)`
}
