import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import type { Received } from '../../../kernel/activitypub/inbox.ts'
import { activityUri, featureAuthorizationUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { getReachableAccount } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { changeState } from '../items.ts'
import {
  type Collection,
  type CollectionItem,
  countItems,
  findItem,
  nextPosition,
} from '../queries.ts'
import { MOST_REMOTE_ITEMS, mayFeature } from '../rules.ts'
import { resolveCollection } from './resolve.ts'
import { enqueueVerification } from './save.ts'

/** A remote account requests to feature a local one; policy and blocks decide. */
export async function answerRequest(app: App, { activity, actor }: Received): Promise<boolean> {
  const { id: requestUri } = activity
  const [objectUri, collectionUri] = [idOf(activity.object), idOf(activity.document.instrument)]
  if (requestUri === null || objectUri === null || collectionUri === null) return true
  if (!sameOrigin(requestUri, actor.uri) || !sameOrigin(collectionUri, actor.uri)) return true
  const featured = await findAccountByUri(app.db, objectUri)
  if (featured === null || featured.domain !== null || featured.activated_at === null) return true
  const collection = await resolveCollection(app, collectionUri)
  if (collection === null || collection.account_id !== actor.id) return true
  await app.transact(async (tx) => {
    const target = await getReachableAccount(tx.db, featured.id)
    const allowed = await mayFeature(tx.db, actor.id, target)
    const itemId = allowed ? await agree(tx, collection, { ...target, requestUri }) : null
    await sendAnswer(tx, { featured: target, ownerId: actor.id, requestUri, itemId })
  })
  return true
}

/** @returns id of the item; null if the account removed itself before, or there are too many */
async function agree(
  tx: Tx,
  collection: Collection,
  { id: accountId, uri, requestUri }: { id: string; uri: string; requestUri: string },
): Promise<string | null> {
  await lockRow(tx.db, 'collection', collection.id)
  const known = await tx.db
    .selectFrom('collection_item')
    .selectAll()
    .where('collection_id', '=', collection.id)
    .where('object_uri', '=', uri)
    .executeTakeFirst()
  if (known !== undefined) return known.state === 'accepted' ? known.id : null
  if ((await countItems(tx.db, collection.id)) >= MOST_REMOTE_ITEMS) return null
  const id = tx.newId()
  await tx.db
    .insertInto('collection_item')
    .values({
      id,
      collection_id: collection.id,
      account_id: accountId,
      state: 'pending',
      position: await nextPosition(tx.db, collection.id),
      uri: null,
      object_uri: uri,
      activity_uri: requestUri,
      approval_uri: featureAuthorizationUri(tx.config, accountId, id),
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  await changeState(tx, id, 'accepted')
  return id
}

interface Answer {
  featured: { id: string; uri: string }
  ownerId: string
  requestUri: string
  /** null: rejected */
  itemId: string | null
}

async function sendAnswer(tx: Tx, { featured, ownerId, requestUri, itemId }: Answer) {
  const { id: senderId, uri: actor } = featured
  const owner = await getReachableAccount(tx.db, ownerId)
  const [kind, type] = itemId === null ? ['rejects', 'Reject'] : ['accepts', 'Accept']
  await enqueueDelivery(tx, {
    senderId,
    activity: {
      id: activityUri(actor, `${kind}/feature_requests`, tx.newId()),
      type,
      actor,
      to: owner.uri,
      object: requestUri,
      ...(itemId === null ? {} : { result: featureAuthorizationUri(tx.config, senderId, itemId) }),
    },
    inboxes: await loadInboxes(tx.db, [ownerId]),
  })
}

/** The answer to our request; only the requested account's answer counts. */
export async function receiveAnswer(
  app: App,
  { activity, actor }: Received,
  state: 'accepted' | 'rejected',
): Promise<boolean> {
  const request = documentOf(activity.object)
  if (request !== null && !isOfType(request, ['FeatureRequest'])) return false
  const uri = idOf(activity.object)
  if (uri === null) return false
  return app.transact(async (tx) => {
    const item = await findRequested(tx.db, uri)
    if (item === null) return request !== null
    if (item.account_id !== actor.id) return true
    if (state === 'rejected') await changeState(tx, item.id, 'rejected')
    else await noteApproval(tx, item, idOf(activity.document.result))
    return true
  })
}

/** The authorisation is fetched and verified before it counts. */
async function noteApproval(
  tx: Tx,
  { id }: CollectionItem,
  approvalUri: string | null,
): Promise<void> {
  const now = await findItem(tx.db, id)
  if (approvalUri === null || now?.state !== 'pending') return
  await tx.db
    .updateTable('collection_item')
    .set({ approval_uri: approvalUri, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  enqueueVerification(tx, id)
}

/** An item of a local collection, by the id of our request. */
async function findRequested(db: Db, uri: string): Promise<CollectionItem | null> {
  const row = await db
    .selectFrom('collection_item')
    .innerJoin('collection', 'collection.id', 'collection_item.collection_id')
    .selectAll('collection_item')
    .where('collection_item.activity_uri', '=', uri)
    .where('collection.local', '=', true)
    .executeTakeFirst()
  return row ?? null
}
