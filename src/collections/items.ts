import { type Account, getReachableAccount } from '../accounts/queries.ts'
import { collectionUri } from '../addresses.ts'
import { lockRow } from '../db/expressions.ts'
import type { CollectionItemState } from '../db/schema.ts'
import { Forbidden, NotFound, ValidationFailed } from '../errors.ts'
import { said } from '../text/said.ts'
import type { Tx } from '../transact.ts'
import {
  type Collection,
  type CollectionItem,
  countItems,
  findItem,
  lockOwnCollection,
  nextPosition,
} from './queries.ts'
import { LIMITS, mayFeature } from './rules.ts'

interface Own {
  accountId: string
  collectionId: string
}

/**
 * Shows an account in an own collection: people here at once, as their policy allows it; others once
 * their server agreed, until when the item is pending.
 *
 * @returns id of the item
 * @throws Forbidden if the account does not let itself be featured by the owner
 * @throws ValidationFailed if it is there already, or one more than there may be
 */
export async function addItem(tx: Tx, own: Own, targetId: string): Promise<string> {
  const collection = await lockOwnCollection(tx, own)
  const target = await getReachableAccount(tx.db, targetId)
  await checkFeaturable(tx, own.accountId, target)
  if ((await countItems(tx.db, collection.id)) >= LIMITS.items) {
    throw new ValidationFailed(
      said('Collection items are too many (maximum is {max})', { max: LIMITS.items }),
    )
  }
  return insertItem(tx, collection, target)
}

/** @throws Forbidden */
export async function checkFeaturable(tx: Tx, ownerId: string, target: Account): Promise<void> {
  if (await mayFeature(tx.db, ownerId, target)) return
  throw new Forbidden('This account cannot be added to collections')
}

/** @throws ValidationFailed if the account is there already, or took itself out */
export async function insertItem(
  tx: Tx,
  collection: Collection,
  target: Account,
  isNew = false,
): Promise<string> {
  await forgetRejected(tx, collection.id, target.uri)
  const id = tx.newId()
  const state = target.domain === null ? 'accepted' : 'pending'
  const added = await tx.db
    .insertInto('collection_item')
    .values({
      id,
      collection_id: collection.id,
      account_id: target.id,
      state,
      position: await nextPosition(tx.db, collection.id),
      uri: null,
      object_uri: target.uri,
      activity_uri:
        target.domain === null
          ? null
          : `${collectionUri(tx.config, collection.account_id, collection.id)}#requests/${id}`,
      approval_uri: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['collection_id', 'object_uri']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Account has already been taken')
  if (state === 'accepted') announceItem(tx, collection, { id, account_id: target.id }, isNew)
  else tx.emit({ type: 'collection_item.requested', itemId: id })
  return id
}

/** Whoever was refused may ask again, as the account may let itself be featured by now. */
async function forgetRejected(tx: Tx, collectionId: string, objectUri: string): Promise<void> {
  await tx.db
    .deleteFrom('collection_item')
    .where('collection_id', '=', collectionId)
    .where('object_uri', '=', objectUri)
    .where('state', '=', 'rejected')
    .execute()
}

/** @param inCollection it goes out with its collection, which is new */
function announceItem(
  tx: Tx,
  { id: collectionId }: Collection,
  { id, account_id: accountId }: Pick<CollectionItem, 'id' | 'account_id'>,
  inCollection: boolean,
): void {
  tx.emit({ type: 'collection_item.accepted', itemId: id, collectionId, accountId, inCollection })
}

/** Takes an account out of an own collection. @throws NotFound */
export async function removeOwnItem(tx: Tx, own: Own, itemId: string): Promise<void> {
  const collection = await lockOwnCollection(tx, own)
  const item = await getItemOf(tx, collection, itemId)
  await removeItem(tx, item)
}

/** What was agreed to before may be forgotten: who wants it back is asked again. */
export async function removeItem(tx: Tx, item: CollectionItem): Promise<void> {
  const { id: itemId, collection_id: collectionId, account_id: accountId, state } = item
  await tx.db.deleteFrom('collection_item').where('id', '=', itemId).execute()
  tx.emit({ type: 'collection_item.removed', itemId, collectionId, accountId, state })
}

async function getItemOf(tx: Tx, { id }: Collection, itemId: string): Promise<CollectionItem> {
  const item = await findItem(tx.db, itemId)
  if (item === null || item.collection_id !== id) throw new NotFound()
  return item
}

/**
 * Takes the own account out of somebody's collection; it stays out.
 *
 * @throws NotFound
 * @throws Forbidden for who is not featured by the item
 */
export async function revokeOwnItem(
  tx: Tx,
  { accountId, collection, itemId }: { accountId: string; collection: Collection; itemId: string },
): Promise<void> {
  const item = await getItemOf(tx, collection, itemId)
  if (item.account_id !== accountId) throw new Forbidden()
  await changeState(tx, item.id, 'revoked')
}

/**
 * Brings an item into another state; where it has it already nothing happens. What was revoked or
 * rejected stays so.
 */
export async function changeState(
  tx: Tx,
  itemId: string,
  state: Exclude<CollectionItemState, 'pending'>,
): Promise<void> {
  await lockRow(tx.db, 'collection_item', itemId)
  const before = await findItem(tx.db, itemId)
  if (before === null || before.state === state) return
  if (before.state === 'revoked' || before.state === 'rejected') return
  await tx.db
    .updateTable('collection_item')
    .set({ state, updated_at: tx.now })
    .where('id', '=', itemId)
    .execute()
  const { collection_id: collectionId, account_id: accountId } = before
  if (state === 'accepted') {
    tx.emit({
      type: 'collection_item.accepted',
      itemId,
      collectionId,
      accountId,
      inCollection: false,
    })
  } else if (state === 'revoked') {
    tx.emit({ type: 'collection_item.revoked', itemId, collectionId, accountId })
  }
}
