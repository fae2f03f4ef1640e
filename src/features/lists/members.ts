import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { accountStays } from '../accounts/predicates.ts'
import { loadReachableAccounts } from '../accounts/queries.ts'
import { findFollow, type Pair } from '../relationships/queries.ts'
import { getOwnList, membersAmong } from './queries.ts'

interface Change {
  /** the list must be this account's */
  ownerId: string
  listId: string
  accountIds: readonly string[]
}

/**
 * Adds accounts to a list, all or none: the owner, or accounts that the owner follows or requests
 * to follow (S-327).
 *
 * @throws NotFound if the list is another account's, or an account does not exist
 * @throws ValidationFailed for an account that is not followed, or is in the list already
 */
export async function addMembers(tx: Tx, { ownerId, listId, accountIds }: Change): Promise<void> {
  await lockRow(tx.db, 'list', listId)
  await getOwnList(tx.db, ownerId, listId)
  const memberIds = [...new Set(accountIds)]
  const accounts = await loadReachableAccounts(tx.db, memberIds)
  if (memberIds.some((id) => accounts.get(id)?.suspended_at !== null)) throw new NotFound()
  const known = await knownTo(tx.db, ownerId, memberIds)
  if (memberIds.some((id) => !known.has(id))) {
    throw new ValidationFailed('Account must be a followed account')
  }
  if ((await membersAmong(tx.db, listId, memberIds)).length > 0) {
    throw new ValidationFailed('Account is already on the list')
  }
  if (memberIds.length === 0) return
  await tx.beforeRelationsChange(ownerId)
  await tx.db
    .insertInto('list_member')
    .values(
      memberIds.map((account_id) => ({
        id: tx.newId(),
        list_id: listId,
        account_id,
        owner_id: ownerId,
        created_at: tx.now,
      })),
    )
    .execute()
  tx.emit({ type: 'list.members_added', listId, accountId: ownerId, memberIds })
}

/** Removes accounts from a list; others are ignored. @throws NotFound as `addMembers` */
export async function removeMembers(
  tx: Tx,
  { ownerId, listId, accountIds }: Change,
): Promise<void> {
  const { exclusive } = await getOwnList(tx.db, ownerId, listId)
  await tx.beforeRelationsChange(ownerId)
  const removed = await tx.db
    .deleteFrom('list_member')
    .where('list_id', '=', listId)
    .where(idIn(tx.db, 'account_id', accountIds))
    .returning('account_id')
    .execute()
  if (removed.length === 0) return
  const memberIds = removed.map((row) => row.account_id)
  tx.emit({ type: 'list.members_removed', listId, accountId: ownerId, memberIds, exclusive })
}

/** Removes accounts from lists that their owners no longer follow or request to follow (S-327). */
export const subscriber: Subscriber = {
  record: {
    'follow.removed': leaveLists,
    'follow_request.removed': leaveLists,
  },
}

/** Replaces an account that moved with its new account, if that is followed or requested. */
async function leaveLists(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  const pair = { accountId, targetId }
  if (await isTied(tx.db, pair)) return
  const gone = await tx.db
    .deleteFrom('list_member')
    .where('account_id', '=', targetId)
    .where('owner_id', '=', accountId)
    .returning('list_id')
    .execute()
  if (gone.length === 0) return
  for (const { list_id: listId } of gone) {
    // an unfollowed account is not at home either, so `exclusive` does not matter
    const left = { listId, accountId, memberIds: [targetId], exclusive: false }
    tx.emit({ type: 'list.members_removed', ...left })
  }
  const successorId = await successorOf(tx.db, pair)
  if (successorId === null) return
  for (const { list_id: listId } of gone) {
    if ((await membersAmong(tx.db, listId, [successorId])).length > 0) continue
    await addMembers(tx, { ownerId: accountId, listId, accountIds: [successorId] })
  }
}

/** The account that the target moved to, if the owner follows it or requests to. */
async function successorOf(db: Db, { accountId, targetId }: Pair): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('account as successor', 'successor.id', 'account.moved_to_id')
    .select('successor.id')
    .where('account.id', '=', targetId)
    .where(accountStays('successor'))
    .executeTakeFirst()
  if (row === undefined) return null
  return (await isTied(db, { accountId, targetId: row.id })) ? row.id : null
}

async function isTied(db: Db, pair: Pair): Promise<boolean> {
  if ((await findFollow(db, 'follow', pair)) !== null) return true
  return (await findFollow(db, 'follow_request', pair)) !== null
}

/** The accounts among these that are the owner, or that the owner follows or requests to follow. */
async function knownTo(db: Db, ownerId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', ownerId)
    .where(idIn(db, 'target_id', ids))
    .unionAll(
      db
        .selectFrom('follow_request')
        .select('target_id')
        .where('account_id', '=', ownerId)
        .where(idIn(db, 'target_id', ids)),
    )
    .execute()
  return new Set([ownerId, ...rows.map((row) => row.target_id)])
}
