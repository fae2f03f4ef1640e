import { NotFound } from '../errors.ts'
import type { Tx } from '../transact.ts'
import { addFollow, removeFollowRequest } from './follows.ts'
import { lockPair } from './lock-pair.ts'
import type { Pair } from './queries.ts'

/**
 * Turns a request into a follow, with what the follower chose (S-285).
 *
 * @param pair `accountId` asked `targetId`
 * @throws NotFound if nothing waits
 */
export async function authorizeFollowRequest(tx: Tx, pair: Pair): Promise<void> {
  await lockPair(tx, pair)
  const request = await removeFollowRequest(tx, pair, null)
  if (request === null) throw new NotFound()
  await addFollow(tx, 'follow', { ...request, id: tx.newId(), created_at: tx.now })
}

/**
 * Turns a request down (S-285).
 *
 * @param pair `accountId` asked `targetId`
 * @throws NotFound if nothing waits
 */
export async function rejectFollowRequest(tx: Tx, pair: Pair): Promise<void> {
  const request = await removeFollowRequest(tx, pair, pair.targetId)
  if (request === null) throw new NotFound()
}
