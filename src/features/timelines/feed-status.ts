import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Visibility } from '../../kernel/db/schema.ts'

/**
 * The columns of a status, or of a reblog and its original, that the rules of home timelines use.
 */
export interface FeedStatus {
  id: string
  account_id: string
  visibility: Visibility
  language: string | null
  in_reply_to_account_id: string | null
  reblog_of_id: string | null
  reblog_of_author_id: string | null
}

/** A status with the ids of the accounts in it; readers may block or mute each of them. */
export interface Involving extends FeedStatus {
  involved: readonly string[]
}

/** Selects statuses that are not deleted, with these columns. */
export function selectFeedStatuses(db: Db) {
  return db
    .selectFrom('status')
    .leftJoin('status as original', 'original.id', 'status.reblog_of_id')
    .select([
      'status.id',
      'status.account_id',
      'status.visibility',
      'status.language',
      'status.in_reply_to_account_id',
      'status.reblog_of_id',
      'original.account_id as reblog_of_author_id',
    ])
    .where('status.deleted_at', 'is', null)
}

/** Whether it replies to another account. */
export function repliesToOther(status: FeedStatus): boolean {
  const to = status.in_reply_to_account_id
  return to !== null && to !== status.account_id
}

/**
 * The accounts in each status, by status id: its author and the mentioned accounts, for a reblog
 * also those of the original. Readers who block or mute one of them do not get the status.
 */
export async function loadInvolved(
  db: Db,
  statuses: readonly FeedStatus[],
): Promise<Map<string, string[]>> {
  const ids = statuses.flatMap(({ id, reblog_of_id }) => reblog_of_id ?? id)
  const mentions = await db
    .selectFrom('mention')
    .select(['status_id', 'account_id'])
    .where(idIn(db, 'status_id', ids))
    .where('silent', '=', false)
    .execute()
  const named = Map.groupBy(mentions, (mention) => mention.status_id)
  return new Map(
    statuses.map((status) => {
      const inText = named.get(status.reblog_of_id ?? status.id) ?? []
      const ids = inText.map((mention) => mention.account_id)
      return [status.id, involvedIn(status, ids)]
    }),
  )
}

/** @param named ids of accounts mentioned in it, or in a reblog's original */
export function involvedIn(
  { account_id, reblog_of_author_id }: FeedStatus,
  named: readonly string[],
): string[] {
  const authors = reblog_of_author_id === null ? [account_id] : [account_id, reblog_of_author_id]
  return [...new Set([...authors, ...named])]
}
