import { isoTime } from '../../../kernel/base/json.ts'
import { type Catalogue, messageOf } from '../../../kernel/base/translatable-text.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Batch } from './batches.ts'

/** failures that are named; all are counted */
const MOST_FAILURES = 200

/** Batches with their progress. */
export async function presentBatches(db: Db, batches: readonly Batch[]) {
  const counts = await db
    .selectFrom('account_batch_item')
    .select((eb) => ['batch_id', 'state', eb.fn.countAll<number>().as('many')])
    .where(
      idIn(
        db,
        'batch_id',
        batches.map(({ id }) => id),
      ),
    )
    .groupBy(['batch_id', 'state'])
    .execute()
  const count = (batchId: string, wanted: string) =>
    counts.find(({ batch_id, state }) => batch_id === batchId && state === wanted)?.many ?? 0
  return batches.map(({ id, action, input, total, created_at, finished_at }) => ({
    id,
    action,
    subject: input.subject,
    text: input.text,
    total,
    done: count(id, 'done'),
    failed: count(id, 'failed'),
    created_at: isoTime(created_at),
    finished_at: finished_at === null ? null : isoTime(finished_at),
  }))
}

/** A batch with what failed. @param catalogue language of the reasons */
export async function presentBatch(db: Db, batch: Batch, catalogue: Catalogue) {
  const [presented] = await presentBatches(db, [batch])
  return { ...presented, failures: await failuresOf(db, batch.id, catalogue) }
}

async function failuresOf(db: Db, batchId: string, catalogue: Catalogue) {
  const rows = await db
    .selectFrom('account_batch_item')
    .select(['account_id', 'label', 'error'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'failed')
    .orderBy('account_id')
    .limit(MOST_FAILURES)
    .execute()
  return rows.map(({ account_id, label, error }) => ({
    account_id,
    label,
    error: messageOf(error ?? '', catalogue),
  }))
}
