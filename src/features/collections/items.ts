import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import { collectionUri } from '../../kernel/base/urls.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { CollectionItemState } from '../../kernel/db/schema.ts'
import { type Account, getReachableAccount } from '../accounts/queries.ts'
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
 * Adds an account to an own collection: local accounts at once, if their policy allows it; for
 * remote accounts the item is pending until their server consents.
 *
 * @returns id of the item
 * @throws Forbidden if the account does not allow the owner to feature it
 * @throws ValidationFailed if it is in the collection already, or the collection is full
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

/** @throws ValidationFailed if the account is in the collection already, or removed itself */
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

/** A rejected account may be requested again, as its policy may have changed. */
async function forgetRejected(tx: Tx, collectionId: string, objectUri: string): Promise<void> {
  await tx.db
    .deleteFrom('collection_item')
    .where('collection_id', '=', collectionId)
    .where('object_uri', '=', objectUri)
    .where('state', '=', 'rejected')
    .execute()
}

/** @param inCollection it is delivered with its new collection */
function announceItem(
  tx: Tx,
  { id: collectionId }: Collection,
  { id, account_id: accountId }: Pick<CollectionItem, 'id' | 'account_id'>,
  inCollection: boolean,
): void {
  tx.emit({ type: 'collection_item.accepted', itemId: id, collectionId, accountId, inCollection })
}

/** Removes an account from an own collection. @throws NotFound */
export async function removeOwnItem(tx: Tx, own: Own, itemId: string): Promise<void> {
  const collection = await lockOwnCollection(tx, own)
  const item = await getItemOf(tx, collection, itemId)
  await removeItem(tx, item)
}

/** An earlier consent may be deleted by now: adding the account again needs a new request. */
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
 * Removes the own account from another account's collection; it cannot be added again.
 *
 * @throws NotFound
 * @throws Forbidden if the item features another account
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
 * Changes the state of an item; the same state changes nothing. `revoked` and `rejected` are final.
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
