import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Schema } from '../db/schema.ts'
import { keepAsEvidence } from '../media/evidence.ts'
import type { Tx } from '../transact.ts'

type Builder = ExpressionBuilder<Schema, 'status'>

/**
 * Whether the staff may still have to look at a status, so that its row and media stay although it is
 * deleted (S-151): an unresolved report names it or a reblog of it, or a decision about its author does.
 */
export function neededByStaff(eb: Builder) {
  return eb.or([
    eb.exists(
      eb
        .selectFrom('report_status')
        .innerJoin('report', 'report.id', 'report_status.report_id')
        .select('report.id')
        .whereRef('report_status.status_id', '=', 'status.id')
        .where('report.action_taken_at', 'is', null),
    ),
    eb.exists(
      eb
        .selectFrom('account_warning_status')
        .select('account_warning_status.warning_id')
        .whereRef('account_warning_status.status_id', '=', 'status.id'),
    ),
    eb.exists(
      eb
        .selectFrom('status as reblog')
        .innerJoin('report_status', 'report_status.status_id', 'reblog.id')
        .innerJoin('report', 'report.id', 'report_status.report_id')
        .select('report.id')
        .whereRef('reblog.reblog_of_id', '=', 'status.id')
        .where('report.action_taken_at', 'is', null),
    ),
  ])
}

export async function isNeededByStaff(db: Db, statusId: string): Promise<boolean> {
  const row = await db
    .selectFrom('status')
    .select('id')
    .where('id', '=', statusId)
    .where(neededByStaff)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the media, as far as they are there, of those of the statuses that are deleted already. */
export async function keepDeletedMedia(tx: Tx, statusIds: readonly string[]): Promise<void> {
  if (statusIds.length === 0) return
  const deleted = await tx.db
    .selectFrom('status')
    .select(['id', 'media_ids'])
    .where(idIn(tx.db, 'id', statusIds))
    .where('deleted_at', 'is not', null)
    .execute()
  await keepAsEvidence(tx, deleted)
}
