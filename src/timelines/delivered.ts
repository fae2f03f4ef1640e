import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Visibility } from '../db/schema.ts'

/** What the rules of home timelines ask of a status, or of a reblog and its original. */
export interface Delivered {
  id: string
  account_id: string
  visibility: Visibility
  language: string | null
  in_reply_to_account_id: string | null
  reblog_of_id: string | null
  reblog_of_author_id: string | null
}

/** Statuses that are not deleted, with what the rules of home timelines ask of them. */
export function selectDelivered(db: Db) {
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

/** Whether it answers somebody else than its author. */
export function repliesToOther(status: Delivered): boolean {
  const to = status.in_reply_to_account_id
  return to !== null && to !== status.account_id
}

/**
 * By status id the accounts in it: its author and whom it names, and the same of a reblog's
 * original. Who blocks or mutes one of them does not find it at home.
 */
export async function loadInvolved(
  db: Db,
  statuses: readonly Delivered[],
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

/** @param named in it, or in a reblog's original */
export function involvedIn(
  { account_id, reblog_of_author_id }: Delivered,
  named: readonly string[],
): string[] {
  const authors = reblog_of_author_id === null ? [account_id] : [account_id, reblog_of_author_id]
  return [...new Set([...authors, ...named])]
}
