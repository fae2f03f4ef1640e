import { loadReachableAccounts } from '../accounts/queries.ts'
import type { Db } from '../db/database.ts'
import { lockRow } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import { findFollow, type Pair } from '../relationships/queries.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { getOwnList, membersAmong } from './queries.ts'

interface Change {
  /** who asks: the list must be this account's */
  ownerId: string
  listId: string
  accountIds: readonly string[]
}

/**
 * Puts accounts into a list, all or none of them: oneself, and whom one follows or asks to (S-327).
 *
 * @throws NotFound for a list that is somebody else's, or an account that is not there
 * @throws ValidationFailed for an account that is not followed, or is in the list
 */
export async function addMembers(tx: Tx, { ownerId, listId, accountIds }: Change): Promise<void> {
  await lockRow(tx.db, 'list', listId)
  await getOwnList(tx.db, ownerId, listId)
  const memberIds = [...new Set(accountIds)]
  const accounts = await loadReachableAccounts(tx.db, memberIds)
  if (memberIds.some((id) => accounts.get(id)?.suspended_at !== null)) throw new NotFound()
  const known = await knownTo(tx.db, ownerId, memberIds)
  if (memberIds.some((id) => !known.has(id))) {
    throw new ValidationFailed('You must follow an account to add it to a list')
  }
  if ((await membersAmong(tx.db, listId, memberIds)).length > 0) {
    throw new ValidationFailed('Account is already in this list')
  }
  if (memberIds.length === 0) return
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

/** Takes accounts out of a list; who is not in it is passed over. @throws NotFound as above */
export async function removeMembers(
  tx: Tx,
  { ownerId, listId, accountIds }: Change,
): Promise<void> {
  const { exclusive } = await getOwnList(tx.db, ownerId, listId)
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

/** Nobody stays in a list who is neither followed nor asked (S-327). */
export const subscriber: Subscriber = {
  record: {
    'follow.removed': leaveLists,
    'follow_request.removed': leaveLists,
  },
}

/** Whoever moved gives the place to the new account, where that is followed or asked. */
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
    // who is not followed is not at home either, so whether the list kept them from it is all one
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

/** Where the target moved to, if the account follows that one or asks to. */
async function successorOf(db: Db, { accountId, targetId }: Pair): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .innerJoin('account as successor', 'successor.id', 'account.moved_to_id')
    .select('successor.id')
    .where('account.id', '=', targetId)
    .where('successor.suspended_at', 'is', null)
    .where('successor.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return (await isTied(db, { accountId, targetId: row.id })) ? row.id : null
}

async function isTied(db: Db, pair: Pair): Promise<boolean> {
  if ((await findFollow(db, 'follow', pair)) !== null) return true
  return (await findFollow(db, 'follow_request', pair)) !== null
}

/** Those of the accounts that are the owner, followed by it, or asked. */
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
