import { type Document, PUBLIC } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import {
  activityUri,
  collectionItemUri,
  featureAuthorizationUri,
  featuredCollectionsUri,
} from '../../../kernel/base/urls.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { loadFollowerInboxes } from '../../relationships/follower-inboxes.ts'
import { type Collection, findCollectionById, findItem } from '../queries.ts'
import { findItemDocument, loadCollectionDocuments } from './documents.ts'

/**
 * Delivers local collections to the followers' servers, and to those of all accounts in them.
 * @see https://w3id.org/fep/7aa9
 */
export const delivery: Subscriber = {
  record: {
    async 'collection.created'(tx, { collectionId }) {
      const found = await findOwn(tx.db, collectionId)
      if (found === null) return
      const object = await documentOf(tx, collectionId)
      const target = featuredCollectionsUri(tx.config, found.owner.id)
      await send(tx, found, { kind: 'featured-collections', type: 'Add', object, target })
    },
    async 'collection.updated'(tx, { collectionId }) {
      const found = await findOwn(tx.db, collectionId)
      if (found === null) return
      const object = await documentOf(tx, collectionId)
      await send(tx, found, { kind: 'updates', type: 'Update', object, to: [PUBLIC] })
    },
    async 'collection.deleted'(tx, { uri, accountId, featuredIds }) {
      const owner = await findLocal(tx.db, accountId)
      if (owner === null) return
      const target = featuredCollectionsUri(tx.config, accountId)
      const removal = { kind: 'unfeatured-collections', type: 'Remove', object: uri, target }
      await send(tx, { owner, featuredIds }, removal)
    },
    'collection_item.requested': (tx, { itemId }) => sendRequest(tx, itemId),
    async 'collection_item.accepted'(tx, { itemId, collectionId, inCollection }) {
      const found = inCollection ? null : await findOwn(tx.db, collectionId)
      const item = found && (await findItemDocument(tx.db, tx.config, itemId))
      if (found === null || item === null) return
      const target = found.collection.uri
      await send(tx, found, { kind: 'featured-items', type: 'Add', object: item.document, target })
    },
    async 'collection_item.removed'(tx, { itemId, collectionId, accountId, state }) {
      await sendRemoval(tx, { itemId, collectionId, accountId, onlyThem: state !== 'accepted' })
    },
    async 'collection_item.revoked'(tx, { itemId, collectionId, accountId }) {
      await sendRemoval(tx, { itemId, collectionId, accountId, onlyThem: false })
      await sendRevocation(tx, itemId)
    },
  },
}

interface Owner {
  id: string
  uri: string
}

interface Audience {
  owner: Owner
  featuredIds: readonly string[]
}

interface Own extends Audience {
  collection: Collection
}

/** @returns null for a collection that is not local */
async function findOwn(db: Db, collectionId: string): Promise<Own | null> {
  const collection = await findCollectionById(db, collectionId)
  const owner = collection?.local ? await findLocal(db, collection.account_id) : null
  if (collection === null || owner === null) return null
  const featured = await db
    .selectFrom('collection_item')
    .select('account_id')
    .where('collection_id', '=', collectionId)
    .where('state', '=', 'accepted')
    .execute()
  const featuredIds = featured.map((row) => row.account_id).filter((id) => id !== null)
  return { collection, owner, featuredIds }
}

async function findLocal(db: Db, id: string): Promise<Owner | null> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'uri'])
    .where('id', '=', id)
    .where('domain', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function documentOf(tx: Tx, collectionId: string): Promise<Document> {
  return (await loadCollectionDocuments(tx.db, tx.config, [collectionId])).get(collectionId)!
}

/** @param activity `kind`: the word in its id */
async function send(
  tx: Tx,
  { owner, featuredIds }: Audience,
  { kind, type, ...rest }: { kind: string; type: string } & Document,
): Promise<void> {
  await enqueueDelivery(tx, {
    senderId: owner.id,
    activity: { id: activityUri(owner.uri, kind, tx.newId()), type, actor: owner.uri, ...rest },
    inboxes: [
      ...(await loadFollowerInboxes(tx.db, owner.id)),
      ...(await loadInboxes(tx.db, featuredIds)),
    ],
  })
}

/** Sends a remote account the request to be featured. */
async function sendRequest(tx: Tx, itemId: string): Promise<void> {
  const item = await findItem(tx.db, itemId)
  const found = item && (await findOwn(tx.db, item.collection_id))
  if (!item || !found || item.account_id === null || item.activity_uri === null) return
  const { owner, collection } = found
  await enqueueDelivery(tx, {
    senderId: owner.id,
    activity: {
      id: item.activity_uri,
      type: 'FeatureRequest',
      actor: owner.uri,
      to: [item.object_uri],
      object: item.object_uri,
      instrument: collection.uri,
    },
    inboxes: await loadInboxes(tx.db, [item.account_id]),
  })
}

interface Removal {
  itemId: string
  collectionId: string
  accountId: string | null
  /** no other account ever saw it */
  onlyThem: boolean
}

async function sendRemoval(tx: Tx, removal: Removal): Promise<void> {
  const { itemId, collectionId, accountId, onlyThem } = removal
  const found = await findOwn(tx.db, collectionId)
  if (found === null) return
  const { owner, collection, featuredIds } = found
  const object = collectionItemUri(tx.config, owner.id, itemId)
  const activity = { kind: 'unfeatured-items', type: 'Remove', object, target: collection.uri }
  const them = accountId === null ? [] : [accountId]
  if (!onlyThem) return send(tx, { owner, featuredIds: [...featuredIds, ...them] }, activity)
  const { kind, ...rest } = activity
  await enqueueDelivery(tx, {
    senderId: owner.id,
    activity: { id: activityUri(owner.uri, kind, tx.newId()), actor: owner.uri, ...rest },
    inboxes: await loadInboxes(tx.db, them),
  })
}

/** A local account revokes the consent given to a remote account. */
async function sendRevocation(tx: Tx, itemId: string): Promise<void> {
  const item = await findItem(tx.db, itemId)
  const featured = item?.account_id == null ? null : await findLocal(tx.db, item.account_id)
  const collection = item && (await findCollectionById(tx.db, item.collection_id))
  if (featured === null || !collection || collection.local) return
  const id = featureAuthorizationUri(tx.config, featured.id, itemId)
  await enqueueDelivery(tx, {
    senderId: featured.id,
    activity: {
      id: `${id}#delete`,
      type: 'Delete',
      actor: featured.uri,
      to: [PUBLIC],
      object: {
        id,
        type: 'FeatureAuthorization',
        interactingObject: collection.uri,
        interactionTarget: featured.uri,
      },
    },
    inboxes: await loadInboxes(tx.db, [collection.account_id]),
  })
}
