import type { Db } from '../../../../kernel/db/database.ts'
import { prepared } from '../../../../kernel/db/prepared.ts'
import type { Visibility } from '../../../../kernel/db/schema.ts'

/** Columns of a status for delivering activities about it. */
export interface SentStatus {
  id: string
  uri: string
  visibility: Visibility
  account_id: string
  account_uri: string
  in_reply_to_account_id: string | null
  reblog_of_id: string | null
  poll_id: string | null
  deleted_at: number | null
}

const ofLocalAccounts = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select([
      'status.id',
      'status.uri',
      'status.visibility',
      'status.account_id',
      'account.uri as account_uri',
      'status.in_reply_to_account_id',
      'status.reblog_of_id',
      'status.poll_id',
      'status.deleted_at',
    ])
    .where('status.id', '=', p.id)
    .where('account.domain', 'is', null)
    // for an account that is being deleted, one Delete of the account suffices
    .where('account.deleted_at', 'is', null),
)

/** The status, including deleted ones, if a local account wrote it; null otherwise. */
export async function findSentStatus(db: Db, id: string): Promise<SentStatus | null> {
  const [row] = await ofLocalAccounts(db, { id })
  return row ?? null
}
