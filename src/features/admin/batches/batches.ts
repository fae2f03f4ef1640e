import type { Selectable } from 'kysely'
import { Conflict, NotFound, Unprocessable } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { auditTarget, findTargets } from '../accounts/target.ts'
import type {
  AccountBatchItemTable,
  AccountBatchTable,
  BatchAction,
  BatchInput,
} from '../tables.ts'
import { enqueueBatch } from './run.ts'

export type Batch = Selectable<AccountBatchTable>
export type BatchItem = Selectable<AccountBatchItemTable>

/** maximum of accounts of a batch */
export const MOST_ACCOUNTS = 1000

/**
 * Queues an action on many accounts; unknown ones are left out.
 *
 * @returns id of the batch
 * @throws Unprocessable if there are too many accounts, or none
 */
export async function createBatch(
  tx: Tx,
  batch: { staffId: string; action: BatchAction; input: BatchInput; accountIds: readonly string[] },
): Promise<string> {
  const ids = [...new Set(batch.accountIds)]
  if (ids.length > MOST_ACCOUNTS) {
    throw new Unprocessable(`Accounts are too many (maximum is ${MOST_ACCOUNTS})`)
  }
  const targets = await findTargets(tx.db, ids)
  if (targets.length === 0) throw new Unprocessable('No account is chosen')
  const id = tx.newId()
  await tx.db
    .insertInto('account_batch')
    .values({
      id,
      staff_id: batch.staffId,
      action: batch.action,
      input: JSON.stringify(batch.input),
      total: targets.length,
      created_at: tx.now,
    })
    .execute()
  const items = targets.map((target) => ({
    batch_id: id,
    account_id: target.id,
    label: auditTarget(target).label,
    state: 'waiting' as const,
  }))
  for (let at = 0; at < items.length; at += 200) {
    const rows = items.slice(at, at + 200)
    await tx.db.insertInto('account_batch_item').values(rows).execute()
  }
  enqueueBatch(tx, id)
  return id
}

/** Tries again what failed. @throws NotFound, and Conflict if the batch still runs or nothing failed */
export async function retryBatch(tx: Tx, staffId: string, id: string): Promise<void> {
  await getBatch(tx.db, staffId, id)
  const ended = await tx.db
    .updateTable('account_batch')
    .set({ finished_at: null })
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const again = await tx.db
    .updateTable('account_batch_item')
    .set({ state: 'waiting', error: null })
    .where('batch_id', '=', id)
    .where('state', '=', 'failed')
    .returning('account_id')
    .execute()
  if (ended === undefined || again.length === 0) throw new Conflict()
  enqueueBatch(tx, id)
}

/** A staff member's own batch. @throws NotFound */
export async function getBatch(db: Db, staffId: string, id: string): Promise<Batch> {
  const batch = await db
    .selectFrom('account_batch')
    .selectAll()
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (batch === undefined) throw new NotFound()
  return batch
}

/** A staff member's own batches, newest first. */
export function pageOfBatches(db: Db, staffId: string, page: Page): Promise<Batch[]> {
  const own = db.selectFrom('account_batch').selectAll().where('staff_id', '=', staffId)
  return fetchPage(own, 'account_batch.id', page)
}
