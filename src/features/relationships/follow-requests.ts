import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { addFollow, removeFollowRequest } from './follows.ts'
import { lockPair } from './lock-pair.ts'
import type { Pair } from './queries.ts'

/**
 * Turns a request into a follow, with the follower's choices (S-285).
 *
 * @param pair `accountId` requested to follow `targetId`
 * @throws NotFound if there is no request
 */
export async function authorizeFollowRequest(tx: Tx, pair: Pair): Promise<void> {
  await lockPair(tx, pair)
  const request = await removeFollowRequest(tx, pair, null)
  if (request === null) throw new NotFound()
  await addFollow(tx, 'follow', { ...request, id: tx.newId(), created_at: tx.now })
}

/**
 * Rejects a request (S-285).
 *
 * @param pair `accountId` requested to follow `targetId`
 * @throws NotFound if there is no request
 */
export async function rejectFollowRequest(tx: Tx, pair: Pair): Promise<void> {
  const request = await removeFollowRequest(tx, pair, pair.targetId)
  if (request === null) throw new NotFound()
}
