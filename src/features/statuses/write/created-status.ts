import { type Selectable, sql } from 'kysely'
import type { EventOf } from '../../../kernel/core/events.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { StatusTable } from '../tables.ts'

/** A new status or reblog, with the columns that subscribers of `status.created` need. */
export interface CreatedStatus
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
  /** not null while the author's account is being deleted */
  author_deleted_at: number | null
  /** of the author, on this server */
  local_followers_count: number
  /** of the author, and of the account that it replies to: both reach further servers */
  followers_count: number
  /** ids of mentioned accounts, without silent mentions; for a reblog, those of the original */
  named: readonly string[]
}

const liveById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .innerJoin('account as author', 'author.id', 'status.account_id')
    .innerJoin('account_stats', 'account_stats.account_id', 'status.account_id')
    .leftJoin('account_stats as answered', 'answered.account_id', 'status.in_reply_to_account_id')
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
      'author.deleted_at as author_deleted_at',
      'account_stats.local_followers_count',
      sql<number>`account_stats.followers_count + coalesce(answered.followers_count, 0)`.as(
        'followers_count',
      ),
    ]),
)

const namedIn = prepared((db, p: { id: string }) =>
  db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', (eb) =>
      eb
        .selectFrom('status')
        .select((of) => of.fn.coalesce('reblog_of_id', 'id').as('id'))
        .where('id', '=', p.id),
    )
    .where('silent', '=', false),
)

/** Reads a status that this transaction created, once for all subscribers; null if it is gone. */
export function findCreatedStatus(tx: Tx, statusId: string): Promise<CreatedStatus | null> {
  return tx.recall(`status news ${statusId}`, () => loadCreatedStatus(tx.db, statusId))
}

/** The same; also null for a status that reaches nobody because it was fetched or is old. */
export async function findLiveStatus(
  tx: Tx,
  { statusId, live }: EventOf<'status.created'>,
): Promise<CreatedStatus | null> {
  return live ? findCreatedStatus(tx, statusId) : null
}

/** As `findCreatedStatus`, for a status of an earlier transaction. */
export async function loadCreatedStatus(db: Db, statusId: string): Promise<CreatedStatus | null> {
  const of = { id: statusId }
  const [[status], named] = await Promise.all([liveById(db, of), namedIn(db, of)])
  return status === undefined ? null : { ...status, named: named.map((row) => row.account_id) }
}
