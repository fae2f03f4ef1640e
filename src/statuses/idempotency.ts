import { hash } from 'node:crypto'
import type { Tx } from '../transact.ts'
import { findStatus } from './queries.ts'

/** ms for which a key counts (S-331) */
export const KEY_AGE = 3_600_000

export interface KeyUse {
  accountId: string
  /** what a client put on a call so that repeating it has no further effect; null: nothing */
  key: string | null
}

/**
 * The status that the account published with this key within an hour and has not deleted since.
 * The caller holds the account's row, so that the same key cannot be used at the same time.
 */
export async function findByIdempotencyKey(
  tx: Tx,
  { accountId, key }: KeyUse,
): Promise<string | null> {
  if (key === null) return null
  const row = await tx.db
    .selectFrom('idempotency_key')
    .select('status_id')
    .where('account_id', '=', accountId)
    .where('key', '=', hash('sha256', key))
    .where('created_at', '>', tx.now - KEY_AGE)
    .executeTakeFirst()
  const status = row === undefined ? null : await findStatus(tx.db, row.status_id)
  return status?.id ?? null
}

export async function rememberIdempotencyKey(
  tx: Tx,
  { accountId, key }: KeyUse,
  statusId: string,
): Promise<void> {
  if (key === null) return
  const row = { status_id: statusId, created_at: tx.now }
  await tx.db
    .insertInto('idempotency_key')
    .values({ account_id: accountId, key: hash('sha256', key), ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute()
}
