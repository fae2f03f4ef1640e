import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'

/**
 * Retains all present and former media of statuses for the staff: their rows and files stay as long
 * as the rows of the statuses. Doing it again changes nothing.
 */
export async function retainAsEvidence(
  tx: Tx,
  statuses: readonly { id: string; media_ids: readonly string[] }[],
): Promise<void> {
  for (const { id, media_ids } of statuses) {
    await tx.db
      .insertInto('media_evidence')
      .columns(['status_id', 'media_id'])
      .expression((eb) =>
        eb
          .selectFrom('media_attachment')
          .innerJoin('status', (join) => join.on('status.id', '=', id))
          .select(['status.id as status_id', 'media_attachment.id as media_id'])
          .where((where) =>
            where.or([
              where('media_attachment.status_id', '=', id),
              idIn(tx.db, 'media_attachment.id', media_ids),
            ]),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * Returns evidence to the deleted statuses that had it: it cannot be attached again, and is removed
 * with those statuses.
 */
export async function returnEvidence(tx: Tx, mediaIds: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('media_attachment')
    .set((eb) => ({
      status_id: eb
        .selectFrom('media_evidence')
        .select('media_evidence.status_id')
        .whereRef('media_evidence.media_id', '=', 'media_attachment.id')
        .orderBy('media_evidence.status_id')
        .limit(1),
    }))
    .where(idIn(tx.db, 'id', mediaIds))
    .where('status_id', 'is', null)
    .where('scheduled_status_id', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('media_evidence').select('media_evidence.media_id'))
    .execute()
}
