import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Visibility } from '../../../db/schema.ts'

/** What is asked of a status that others may have to hear of. */
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
  /** of the author and of whom it answers: their servers get it */
  followers_count: number
}

const ofLocalAccounts = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('account_stats as author', 'author.account_id', 'status.account_id')
    .leftJoin('account_stats as answered', 'answered.account_id', 'status.in_reply_to_account_id')
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
      sql<number>`author.followers_count + coalesce(answered.followers_count, 0)`.as(
        'followers_count',
      ),
    ])
    .where('status.id', '=', p.id)
    .where('account.domain', 'is', null)
    // of an account that is being deleted one activity says it all
    .where('account.deleted_at', 'is', null),
)

/** The status, deleted or not, if it is by somebody here: then it is ours to send. */
export async function findSentStatus(db: Db, id: string): Promise<SentStatus | null> {
  const [row] = await ofLocalAccounts(db, { id })
  return row ?? null
}

export function isForAll({ visibility }: Pick<SentStatus, 'visibility'>): boolean {
  return visibility === 'public' || visibility === 'unlisted'
}
