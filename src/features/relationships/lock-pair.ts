import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { Pair } from './queries.ts'

/**
 * Locks both accounts until the end of the transaction, so that a follow and a block of the same
 * pair cannot both succeed. Locks in the order of their ids, to avoid deadlocks.
 */
export async function lockPair(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  for (const id of [accountId, targetId].sort()) await lockRow(tx.db, 'account', id)
}
