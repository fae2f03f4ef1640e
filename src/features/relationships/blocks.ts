import type { Tx } from '../../kernel/core/tx.ts'
import { freeUri } from '../../kernel/db/free-uri.ts'
import { removeFollow, removeFollowRequest } from './follows.ts'
import { lockPair } from './lock-pair.ts'
import { deleteBlock, insertBlock, type Pair } from './queries.ts'

export interface BlockInput extends Pair {
  /** id of the Block activity when another server sent it */
  uri?: string
}

/**
 * Blocks an account and ends follows and follow requests in both directions. Doing it again changes
 * nothing; blocking oneself does nothing.
 */
export async function blockAccount(tx: Tx, input: BlockInput): Promise<void> {
  const { accountId, targetId } = input
  if (accountId === targetId) return
  await lockPair(tx, input)
  await tx.beforeRelationsChange(accountId, targetId)
  for (const pair of [input, { accountId: targetId, targetId: accountId }]) {
    await removeFollow(tx, pair, accountId)
    await removeFollowRequest(tx, pair, accountId)
  }
  const block = {
    id: tx.newId(),
    account_id: accountId,
    target_id: targetId,
    uri: await freeUri(tx.db, 'block', input.uri),
    created_at: tx.now,
  }
  if (await insertBlock(tx.db, block)) {
    tx.emit({ type: 'block.created', blockId: block.id, accountId, targetId })
  }
}

/** Ends a block. @returns whether there was one */
export async function unblockAccount(tx: Tx, { accountId, targetId }: Pair): Promise<boolean> {
  await tx.beforeRelationsChange(accountId, targetId)
  const block = await deleteBlock(tx.db, { accountId, targetId })
  if (block === null) return false
  const { id: blockId, uri } = block
  tx.emit({ type: 'block.removed', blockId, accountId, targetId, uri })
  return true
}
