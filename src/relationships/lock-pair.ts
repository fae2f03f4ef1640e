import { lockRow } from '../db/expressions.ts'
import type { Tx } from '../transact.ts'
import type { Pair } from './queries.ts'

/**
 * Holds both accounts until the end of the transaction, so that a follow and a block of the same
 * two cannot both go through. Always in the order of their ids, so that nobody waits in a circle.
 */
export async function lockPair(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  for (const id of [accountId, targetId].sort()) await lockRow(tx.db, 'account', id)
}
