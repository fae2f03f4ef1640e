import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Tx } from '../transact.ts'

/** How many of an account's latest statuses a new follower finds at home. */
const MERGED = 100

/**
 * Adds the latest statuses of an account to somebody's home timeline, by the rules that fan-out
 * has; without a follow there is nothing to add.
 */
export async function mergeInto(tx: Tx, accountId: string, targetId: string): Promise<void> {
  const follow = await tx.db
    .selectFrom('follow')
    .select(['show_reblogs', 'languages'])
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  if (follow === undefined) return
  const recent = await recentStatuses(tx.db, targetId)
  const unwanted = await unwantedAuthors(tx, accountId, recent)
  const followed = await followedAmong(
    tx.db,
    accountId,
    recent.map((status) => status.in_reply_to_account_id).filter((id) => id !== null),
  )
  const wanted = recent.filter((status) => {
    if (status.reblog_of_id !== null) {
      return follow.show_reblogs && !unwanted.has(status.reblog_of_author_id ?? '')
    }
    if (follow.languages?.length && status.language !== null) {
      if (!follow.languages.includes(status.language)) return false
    }
    const to = status.in_reply_to_account_id
    return to === null || to === targetId || to === accountId || followed.has(to)
  })
  await insertEntries(tx.db, accountId, wanted)
}

type Recent = Awaited<ReturnType<typeof recentStatuses>>[number]

async function recentStatuses(db: Db, authorId: string) {
  return db
    .selectFrom('status')
    .leftJoin('status as original', 'original.id', 'status.reblog_of_id')
    .select([
      'status.id',
      'status.account_id',
      'status.language',
      'status.in_reply_to_account_id',
      'status.reblog_of_id',
      'original.account_id as reblog_of_author_id',
    ])
    .where('status.account_id', '=', authorId)
    .where('status.deleted_at', 'is', null)
    .where('status.visibility', 'in', ['public', 'unlisted', 'private'])
    .orderBy('status.id', 'desc')
    .limit(MERGED)
    .execute()
}

/** Authors of reblogged statuses whom the account blocks or mutes, or who block it. */
async function unwantedAuthors(
  tx: Tx,
  accountId: string,
  statuses: readonly Recent[],
): Promise<Set<string>> {
  const authors = statuses.map((status) => status.reblog_of_author_id).filter((id) => id !== null)
  if (authors.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('block')
    .select('target_id as id')
    .where('account_id', '=', accountId)
    .where(idIn(tx.db, 'target_id', authors))
    .unionAll(
      tx.db
        .selectFrom('block')
        .select('account_id as id')
        .where('target_id', '=', accountId)
        .where(idIn(tx.db, 'account_id', authors)),
    )
    .unionAll(
      tx.db
        .selectFrom('mute')
        .select('target_id as id')
        .where('account_id', '=', accountId)
        .where(idIn(tx.db, 'target_id', authors))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)])),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function followedAmong(db: Db, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .where(idIn(db, 'target_id', ids))
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

async function insertEntries(
  db: Db,
  accountId: string,
  statuses: readonly Recent[],
): Promise<void> {
  if (statuses.length === 0) return
  await db
    .insertInto('home_entry')
    .values(
      statuses.map((status) => ({
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

/** Takes an account's statuses out of somebody's home timeline, and reblogs of it if asked for. */
export async function dropEntriesBy(
  db: Db,
  accountId: string,
  authorId: string,
  options: { reblogsToo: boolean },
): Promise<void> {
  await db
    .deleteFrom('home_entry')
    .where('account_id', '=', accountId)
    .where((eb) =>
      options.reblogsToo
        ? eb.or([eb('author_id', '=', authorId), eb('reblog_of_author_id', '=', authorId)])
        : eb('author_id', '=', authorId),
    )
    .execute()
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
