import { prepared } from '../../kernel/db/prepared.ts'

/** Columns that decide on which streams a status is. */
export const statusById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('status.id', '=', p.id)
    .select([
      'status.id',
      'status.account_id',
      'status.local',
      'status.language',
      'status.visibility',
      'status.reblog_of_id',
      'status.in_reply_to_id',
      'status.in_reply_to_account_id',
      'status.media_ids',
      'status.deleted_at',
      'account.silenced_at',
    ]),
)

export type StatusRow = Awaited<ReturnType<typeof statusById>>[number]

/** Whether public timelines show the status; statuses of silenced authors reach home timelines only. */
export function isBroadcast(row: StatusRow): boolean {
  return row.visibility === 'public' && row.reblog_of_id === null && row.silenced_at === null
}
