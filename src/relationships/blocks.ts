import type { Tx } from '../transact.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import { lockPair } from './lock-pair.ts'
import { deleteBlock, insertBlock, type Pair } from './queries.ts'

export interface BlockInput extends Pair {
  /** id of the Block activity when it came from outside */
  uri?: string
}

/**
 * Blocks an account and ends what ties the two together: follows and requests, both ways. Doing it
 * again changes nothing; so does blocking oneself.
 */
export async function blockAccount(tx: Tx, input: BlockInput): Promise<void> {
  const { accountId, targetId, uri = null } = input
  if (accountId === targetId) return
  await lockPair(tx, input)
  for (const pair of [input, { accountId: targetId, targetId: accountId }]) {
    await removeFollow(tx, pair, accountId)
    await removeFollowRequest(tx, pair, accountId)
  }
  const block = {
    id: tx.newId(),
    account_id: accountId,
    target_id: targetId,
    uri,
    created_at: tx.now,
  }
  if (await insertBlock(tx.db, block)) {
    tx.emit({ type: 'block.created', blockId: block.id, accountId, targetId })
  }
}

/** Ends a block. @returns whether there was one */
export async function unblockAccount(tx: Tx, { accountId, targetId }: Pair): Promise<boolean> {
  const block = await deleteBlock(tx.db, { accountId, targetId })
  if (block === null) return false
  const { id: blockId, uri } = block
  tx.emit({ type: 'block.removed', blockId, accountId, targetId, uri })
  return true
}
