import type { Selectable } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { StatusTable } from '../db/schema.ts'
import type { Tx } from '../transact.ts'

/** A new status or reblog, as those who hear of `status.created` want to know it. */
export interface StatusNews
  extends Pick<
    Selectable<StatusTable>,
    | 'id'
    | 'account_id'
    | 'visibility'
    | 'language'
    | 'content'
    | 'local'
    | 'in_reply_to_id'
    | 'in_reply_to_account_id'
    | 'conversation_id'
    | 'poll_id'
    | 'reblog_of_id'
  > {
  reblog_of_author_id: string | null
  /** accounts that it names, not silently; of a reblog those that its original names */
  named: readonly string[]
}

const liveById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .leftJoin('status as original', 'original.id', 'status.reblog_of_id')
    .where('status.id', '=', p.id)
    .where('status.deleted_at', 'is', null)
    .select([
      'status.id',
      'status.account_id',
      'status.visibility',
      'status.language',
      'status.content',
      'status.local',
      'status.in_reply_to_id',
      'status.in_reply_to_account_id',
      'status.conversation_id',
      'status.poll_id',
      'status.reblog_of_id',
      'original.account_id as reblog_of_author_id',
    ]),
)

const namedIn = prepared((db, p: { id: string }) =>
  db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', p.id)
    .where('silent', '=', false),
)

/** Reads a status of this transaction for its subscribers, once; null if it is gone. */
export function findNews(tx: Tx, statusId: string): Promise<StatusNews | null> {
  return tx.recall(`status news ${statusId}`, async () => {
    const [status] = await liveById(tx.db, { id: statusId })
    if (status === undefined) return null
    const named = await namedIn(tx.db, { id: status.reblog_of_id ?? statusId })
    return { ...status, named: named.map((row) => row.account_id) }
  })
}
