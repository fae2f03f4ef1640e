import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, loadInvolved, repliesToOther, selectDelivered } from './delivered.ts'
import { takesLanguage } from './followers.ts'
import { withoutRepeats } from './repeats.ts'

/** How many of an account's latest statuses a new follower finds at home. */
const MERGED = 100

/**
 * Adds the latest statuses of an account to somebody's home timeline, by the rules that fan-out
 * has; without a follow there is nothing to add.
 */
export async function mergeInto(tx: Tx, accountId: string, targetId: string): Promise<void> {
  const follow = await tx.db
    .selectFrom('follow')
    // people elsewhere have no home here
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .select(['follow.show_reblogs', 'follow.languages'])
    .where('follow.account_id', '=', accountId)
    .where('follow.target_id', '=', targetId)
    .executeTakeFirst()
  if (follow === undefined) return
  const recent = await selectDelivered(tx.db)
    .where('status.account_id', '=', targetId)
    .where('status.visibility', 'in', ['public', 'unlisted', 'private'])
    .orderBy('status.id', 'desc')
    .limit(MERGED)
    .execute()
  const meetsUnwanted = await unwantedBy(tx, accountId, recent)
  const answered = recent.map((status) => status.in_reply_to_account_id)
  const followed = await followedAmong(tx.db, accountId, answered)
  const wanted = recent.filter((status) => {
    if (!takesLanguage(follow, status.language) || meetsUnwanted(status)) return false
    if (status.reblog_of_id !== null) return follow.show_reblogs
    const to = status.in_reply_to_account_id
    return !repliesToOther(status) || to === accountId || followed.has(to!)
  })
  await insertEntries(tx.db, accountId, wanted)
}

/** Says of a status whether somebody is in it whom the account blocks, also by the domain, or mutes, or who blocks it. */
async function unwantedBy(
  tx: Tx,
  accountId: string,
  statuses: readonly Delivered[],
): Promise<(status: Delivered) => boolean> {
  const involved = await loadInvolved(tx.db, statuses)
  const everybody = [...new Set([...involved.values()].flat())]
  const refused = await refusedAmong(tx, accountId, everybody)
  const blocking = await blockingAmong(tx.db, accountId, everybody)
  return ({ id, reblog_of_author_id }) =>
    involved.get(id)!.some((one) => refused.has(one)) || blocking.has(reblog_of_author_id ?? '')
}

async function refusedAmong(tx: Tx, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('block')
    .select('target_id as id')
    .where('account_id', '=', accountId)
    .where(idIn(tx.db, 'target_id', ids))
    .unionAll(
      tx.db
        .selectFrom('mute')
        .select('target_id as id')
        .where('account_id', '=', accountId)
        .where(idIn(tx.db, 'target_id', ids))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)])),
    )
    .unionAll(
      tx.db
        .selectFrom('account_domain_block as blocked')
        .innerJoin('account', 'account.domain', 'blocked.domain')
        .select('account.id')
        .where('blocked.account_id', '=', accountId)
        .where(idIn(tx.db, 'account.id', ids)),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function blockingAmong(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('block')
    .select('account_id')
    .where('target_id', '=', accountId)
    .where(idIn(db, 'account_id', ids))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}

async function followedAmong(
  db: Db,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<Set<string>> {
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return new Set()
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .where(idIn(db, 'target_id', named))
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

/** Puts statuses into somebody's home timeline; what it shows lately is not shown again. */
export async function insertEntries(
  db: Db,
  accountId: string,
  statuses: readonly Delivered[],
): Promise<void> {
  const added = await withoutRepeats(db, accountId, statuses)
  if (added.length === 0) return
  await db
    .insertInto('home_entry')
    .values(
      added.map((status) => ({
        account_id: accountId,
        status_id: status.id,
        author_id: status.account_id,
        reblog_of_id: status.reblog_of_id,
        reblog_of_author_id: status.reblog_of_author_id,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
}

/**
 * Takes statuses that have to do with an author out of somebody's home timeline.
 *
 * @param which `by`: what the author posted and reblogged; `of`: also reblogs of the author's; `with`:
 *   also what names the author
 */
export async function dropEntries(
  db: Db,
  accountId: string,
  authorId: string,
  which: 'by' | 'of' | 'with',
): Promise<void> {
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('author_id', '=', authorId),
        ...(which === 'by' ? [] : [eb('reblog_of_author_id', '=', authorId)]),
        ...(which === 'with'
          ? [names('status_id', authorId), names('reblog_of_id', authorId)]
          : []),
      ]),
    )
    .execute()
}

/** Whether the status of an entry names the account. */
function names(column: 'status_id' | 'reblog_of_id', accountId: string): Expression<SqlBool> {
  const statusId = sql.ref(`home_entry.${column}`)
  return sql<SqlBool>`exists (select 1 from mention where mention.status_id = ${statusId} and mention.account_id = ${accountId} and not mention.silent)`
}

/** Ids of those whom the account follows, a page of them in order. */
export async function followedPage(
  db: Db,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .where('target_id', '>', after ?? '0')
    .orderBy('target_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.target_id)
}
