import { documentOf, idOf, isOfType } from '../../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../../kernel/activitypub/inbox.ts'
import type { App } from '../../../kernel/core/app.ts'
import { changeState, removeItem } from '../items.ts'
import { type Collection, findCollectionByUri } from '../queries.ts'
import { answerRequest, receiveAnswer } from './consent.ts'
import { isCollection } from './reading.ts'
import { keepCollection, ownCollectionDocument, readOrFetch } from './resolve.ts'
import { forgetCollection, saveItem } from './save.ts'

/**
 * Activities about remote collections, and consent to be in local ones.
 * @see https://w3id.org/fep/7aa9
 */
export const inbox: InboxHandlers = {
  FeatureRequest: answerRequest,
  Accept: (app, received) => receiveAnswer(app, received, 'accepted'),
  Reject: (app, received) => receiveAnswer(app, received, 'rejected'),
  Add: receiveAdd,
  Remove: receiveRemove,
  Update: receiveUpdate,
  Delete: receiveDelete,
}

async function receiveAdd(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const target = idOf(activity.target)
  if (target === null) return false
  if (target === (await collectionsUriOf(app, actor.id))) {
    const document = await ownCollectionDocument(app, actor.uri, activity.object)
    if (document !== null) await keepCollection(app, actor, document)
    return true
  }
  const collection = await findRemote(app, actor.id, target)
  if (collection === null) return false
  const item = await readOrFetch(app, activity.object, {
    by: actor.uri,
    collectionUri: collection.uri,
  })
  if (item !== null) await app.transact((tx) => saveItem(tx, collection, item))
  return true
}

async function receiveRemove(app: App, { activity, actor }: Received): Promise<boolean> {
  const [target, uri] = [idOf(activity.target), idOf(activity.object)]
  if (target === null || uri === null) return false
  if (target === (await collectionsUriOf(app, actor.id))) {
    await app.transact((tx) => forgetCollection(tx, actor.id, uri))
    return true
  }
  const collection = await findRemote(app, actor.id, target)
  if (collection === null) return false
  await app.transact(async (tx) => {
    const item = await tx.db
      .selectFrom('collection_item')
      .selectAll()
      .where('uri', '=', uri)
      .where('collection_id', '=', collection.id)
      .where('state', '<>', 'revoked')
      .executeTakeFirst()
    if (item !== undefined) await removeItem(tx, item)
  })
  return true
}

async function receiveUpdate(app: App, { activity, actor }: Received): Promise<boolean> {
  const uri = idOf(activity.object)
  const known = uri === null ? null : await findRemote(app, actor.id, uri)
  if (known === null && !isCollection(activity.object)) return false
  const document = await ownCollectionDocument(app, actor.uri, activity.object)
  if (document !== null) await keepCollection(app, actor, document)
  return true
}

/** A collection is deleted, or an account revokes its consent to be in one. */
async function receiveDelete(app: App, { activity, actor }: Received): Promise<boolean> {
  const uri = idOf(activity.object)
  if (uri === null) return false
  return app.transact(async (tx) => {
    if (await forgetCollection(tx, actor.id, uri)) return true
    const items = await tx.db
      .selectFrom('collection_item')
      .select('id')
      .where('approval_uri', '=', uri)
      .where('account_id', '=', actor.id)
      .execute()
    for (const { id } of items) await changeState(tx, id, 'revoked')
    return items.length > 0 || isOfType(documentOf(activity.object), ['FeatureAuthorization'])
  })
}

async function collectionsUriOf(app: App, accountId: string): Promise<string | null> {
  const row = await app.db
    .selectFrom('remote_actor')
    .select('featured_collections_uri')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.featured_collections_uri ?? null
}

/** A collection of the sender. */
async function findRemote(app: App, accountId: string, uri: string): Promise<Collection | null> {
  const collection = await findCollectionByUri(app.db, uri)
  return collection?.account_id === accountId && !collection.local ? collection : null
}
