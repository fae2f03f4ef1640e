import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import { activityUri } from '../../kernel/base/urls.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { type Account, loadReachableAccounts } from '../accounts/queries.ts'
import { isBlockedEitherWay } from './blocks-of-pair.ts'
import { deleteEndorsement } from './endorsements.ts'
import { lockPair } from './lock-pair.ts'
import {
  deleteFollow,
  type Follow,
  type FollowChoices,
  type FollowKind,
  findFollow,
  insertFollow,
  type Pair,
  updateFollow,
} from './queries.ts'

/**
 * follows that every account may have; beyond it, the limit depends on the number of followers
 * (S-282)
 */
const FOLLOW_LIMIT = 7_500
const FOLLOWS_PER_FOLLOWER = 1.1

export interface FollowInput extends Pair, FollowChoices {
  /** id of the Follow activity when another server sent it */
  uri?: string
  /** makes a request even if the target is not locked */
  asks?: boolean
}

/**
 * Makes one account follow another, or request to: locked and remote accounts get a request, and a
 * silenced account always requests. Doing it again only changes the follower's choices (S-281).
 *
 * @throws Forbidden for oneself, if either blocks the other or its domain, for an account that has
 * moved, and if the follower is suspended
 * @throws NotFound if the target does not exist or is suspended
 * @throws ValidationFailed above the limit (S-282)
 */
export async function followAccount(tx: Tx, input: FollowInput): Promise<void> {
  if (input.accountId === input.targetId) {
    throw new Forbidden('Following your own account is not allowed')
  }
  await lockPair(tx, input)
  const { account, target } = await getParties(tx, input)
  if (target.moved_to_id !== null || account.suspended_at !== null) throw new Forbidden()
  if (await isBlockedEitherWay(tx.db, input)) throw new Forbidden()
  if (await changeExisting(tx, input)) return
  if (account.domain === null) await checkLimit(tx, account.id)
  const mustAsk = target.locked || target.domain !== null || account.silenced_at !== null
  const asks = mustAsk || input.asks === true
  const follow = newFollow(tx, input)
  if (target.domain !== null) follow.uri = activityUri(account.uri, 'follows', follow.id)
  await addFollow(tx, asks ? 'follow_request' : 'follow', follow)
}

/** Removes a follow or a follow request. @returns whether there was either */
export async function unfollowAccount(tx: Tx, pair: Pair): Promise<boolean> {
  const follow = await removeFollow(tx, pair, pair.accountId)
  const request = await removeFollowRequest(tx, pair, pair.accountId)
  return follow !== null || request !== null
}

/**
 * Ends a follow, and the endorsement that needs it (S-284).
 *
 * @param by the account that ends it, so that the other one's server gets an activity; null: none
 * is sent
 * @returns the removed follow, or null
 */
export async function removeFollow(tx: Tx, pair: Pair, by: string | null): Promise<Follow | null> {
  await tx.beforeRelationsChange(pair.accountId)
  const follow = await deleteFollow(tx.db, 'follow', pair)
  if (follow === null) return null
  const { accountId, targetId } = pair
  await deleteEndorsement(tx.db, pair)
  tx.addToCount('account_stats.following_count', accountId, -1)
  tx.addToCount('account_stats.followers_count', targetId, -1)
  const { id: followId, uri } = follow
  tx.emit({ type: 'follow.removed', followId, accountId, targetId, uri, by })
  return follow
}

/** Removes a follower; does nothing if it does not follow. */
export async function removeFollower(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  await removeFollow(tx, { accountId: targetId, targetId: accountId }, accountId)
}

/**
 * @param by as of `removeFollow`
 * @returns the removed request, or null
 */
export async function removeFollowRequest(
  tx: Tx,
  { accountId, targetId }: Pair,
  by: string | null,
): Promise<Follow | null> {
  const request = await deleteFollow(tx.db, 'follow_request', { accountId, targetId })
  if (request === null) return null
  const { id: requestId, uri } = request
  tx.emit({ type: 'follow_request.removed', requestId, accountId, targetId, uri, by })
  return request
}

/** Stores a follow or a request with its counters and event; an existing one stays. */
export async function addFollow(
  tx: Tx,
  kind: FollowKind,
  follow: Omit<Follow, 'languages'> & { languages: readonly string[] | null },
): Promise<void> {
  if (kind === 'follow') await tx.beforeRelationsChange(follow.account_id)
  if (!(await insertFollow(tx.db, kind, follow))) return
  const pair = { accountId: follow.account_id, targetId: follow.target_id }
  if (kind === 'follow_request') {
    tx.emit({ type: 'follow_request.created', requestId: follow.id, ...pair })
    return
  }
  tx.addToCount('account_stats.following_count', pair.accountId, 1)
  tx.addToCount('account_stats.followers_count', pair.targetId, 1)
  tx.emit({ type: 'follow.created', followId: follow.id, ...pair, uri: follow.uri })
}

async function getParties(tx: Tx, pair: Pair): Promise<{ account: Account; target: Account }> {
  const accounts = await loadReachableAccounts(tx.db, [pair.accountId, pair.targetId])
  const account = accounts.get(pair.accountId)
  const target = accounts.get(pair.targetId)
  if (account === undefined || target === undefined) throw new NotFound()
  if (target.suspended_at !== null) throw new NotFound()
  return { account, target }
}

/** @returns whether there is a follow or a request, which now has the new choices */
async function changeExisting(tx: Tx, input: FollowInput): Promise<boolean> {
  const { accountId, targetId } = input
  for (const kind of ['follow', 'follow_request'] as const) {
    const existing = await findFollow(tx.db, kind, input)
    if (existing === null) continue
    if (kind === 'follow') await tx.beforeRelationsChange(accountId)
    await updateFollow(tx.db, kind, existing.id, choicesOf(input))
    if (kind === 'follow') tx.emit({ type: 'follow.changed', accountId, targetId })
    return true
  }
  return false
}

function choicesOf({ show_reblogs, notify, languages }: FollowInput): FollowChoices {
  return {
    ...(show_reblogs === undefined ? {} : { show_reblogs }),
    ...(notify === undefined ? {} : { notify }),
    ...(languages === undefined ? {} : { languages }),
  }
}

function newFollow(tx: Tx, input: FollowInput) {
  return {
    id: tx.newId(),
    account_id: input.accountId,
    target_id: input.targetId,
    show_reblogs: input.show_reblogs ?? true,
    notify: input.notify ?? false,
    languages: input.languages ?? null,
    uri: input.uri ?? null,
    created_at: tx.now,
  }
}

async function checkLimit(tx: Tx, accountId: string): Promise<void> {
  const { following_count, followers_count } = await tx.db
    .selectFrom('account_stats')
    .select(['following_count', 'followers_count'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const limit = Math.max(FOLLOW_LIMIT, Math.round(followers_count * FOLLOWS_PER_FOLLOWER))
  if (following_count >= limit) {
    throw new ValidationFailed(said('You cannot follow more than {max} people', { max: limit }))
  }
}
