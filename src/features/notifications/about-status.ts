import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { StatusTable } from '../statuses/tables.ts'

/** The columns of a status that decide its notifications. */
export type AboutStatus = Pick<
  Selectable<StatusTable>,
  | 'id'
  | 'account_id'
  | 'visibility'
  | 'language'
  | 'reblog_of_id'
  | 'in_reply_to_id'
  | 'in_reply_to_account_id'
  | 'conversation_id'
  | 'poll_id'
>

const statusById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'account_id',
      'visibility',
      'language',
      'reblog_of_id',
      'in_reply_to_id',
      'in_reply_to_account_id',
      'conversation_id',
      'poll_id',
    ]),
)

const namedIn = prepared((db, p: { id: string; silent: boolean }) =>
  db
    .selectFrom('mention')
    .where('status_id', '=', p.id)
    .where('silent', '=', p.silent)
    .select('account_id'),
)

/** The status, or null if it is gone. */
export async function findAboutStatus(db: Db, id: string): Promise<AboutStatus | null> {
  return (await statusById(db, { id }))[0] ?? null
}

/** Ids of the accounts that a status mentions. */
export async function accountsNamedIn(db: Db, statusId: string): Promise<string[]> {
  const rows = await namedIn(db, { id: statusId, silent: false })
  return rows.map((row) => row.account_id)
}
