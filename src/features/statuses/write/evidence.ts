import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Schema } from '../../../kernel/db/schema.ts'
import { retainAsEvidence } from '../../media/evidence.ts'

type Builder = ExpressionBuilder<Schema, 'status'>

/**
 * Whether the staff may still need a deleted status, so that its row and media stay (S-151): an
 * unresolved report lists the status or a reblog of it, or a decision about its author does.
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
        .selectFrom('report_status')
        .innerJoin('report', 'report.id', 'report_status.report_id')
        .select('report.id')
        .whereRef('report_status.reblog_of_id', '=', 'status.id')
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

/** Retains the remaining media of the deleted statuses among these. */
export async function retainDeletedMedia(tx: Tx, statusIds: readonly string[]): Promise<void> {
  if (statusIds.length === 0) return
  const deleted = await tx.db
    .selectFrom('status')
    .select(['id', 'media_ids'])
    .where(idIn(tx.db, 'id', statusIds))
    .where('deleted_at', 'is not', null)
    .execute()
  await retainAsEvidence(tx, deleted)
}
