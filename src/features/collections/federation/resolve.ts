import { documentOf, idOf } from '../../../kernel/activitypub/as2.ts'
import { fetchCollection, fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import {
  type ProvedDocument,
  type ProvedId,
  vouchedFor,
} from '../../../kernel/activitypub/proved-document.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import type { Account } from '../../accounts/queries.ts'
import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { type Collection, findCollectionByUri } from '../queries.ts'
import { MOST_REMOTE_ITEMS } from '../rules.ts'
import { isCollection, type RemoteItem, readCollection, readItem } from './reading.ts'
import { saveCollection } from './save.ts'

/** maximum of pages read of a large collection */
const MOST_PAGES = 5
/** maximum of fetched items that a collection only names */
const MOST_FETCHED = 25

/**
 * The collection of an id: stored, or fetched at its origin.
 *
 * @returns null if it is no collection
 * @throws Unreachable
 */
export async function resolveCollection(app: App, uri: string): Promise<Collection | null> {
  const known = await findCollectionByUri(app.db, uri)
  if (known !== null || sameOrigin(uri, app.config.origin)) return known
  try {
    return await storeCollection(app, await fetchDocument(app, uri))
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/** Stores a collection under the id of its document. @returns null if it is none */
export async function storeCollection(
  app: App,
  document: ProvedDocument,
): Promise<Collection | null> {
  const given = readCollection(document)
  if (given === null || sameOrigin(given.uri, app.config.origin)) return null
  const owner = await resolveAccount(app, given.ownerUri)
  return owner === null ? null : keepCollection(app, owner, document)
}

/** As `storeCollection`, if the owner is known and the document's authority proved. */
export async function keepCollection(
  app: App,
  owner: Pick<Account, 'id' | 'uri' | 'domain'>,
  document: ProvedDocument,
): Promise<Collection | null> {
  const given = readCollection(document)
  if (given === null || given.ownerUri !== owner.uri) return null
  const items = await readItems(app, given.uri, document)
  return app.transact((tx) => saveCollection(tx, owner, { given, items }))
}

/** @returns null if there are items, but none could be read */
async function readItems(
  app: App,
  collectionUri: ProvedId,
  document: ProvedDocument,
): Promise<RemoteItem[] | null> {
  const { origin } = new URL(collectionUri)
  const limits = { origin, maxItems: MOST_REMOTE_ITEMS, maxPages: MOST_PAGES }
  const { items, totalItems } = await fetchCollection(app, document, limits)
  if (items.length === 0 && totalItems !== null && totalItems > 0) return null
  const read: RemoteItem[] = []
  let fetched = 0
  for (const value of items) {
    if (documentOf(value) === null && fetched++ >= MOST_FETCHED) continue
    const item = await readOrFetch(app, value, { by: collectionUri, collectionUri })
    if (item !== null && !read.some((other) => other.objectUri === item.objectUri)) read.push(item)
  }
  return read
}

/**
 * An item that is embedded, or named only by its id.
 * @param from the source of the item, and the collection that it should be in
 */
export async function readOrFetch(
  app: App,
  value: unknown,
  { by, collectionUri }: { by: ProvedId; collectionUri: string },
): Promise<RemoteItem | null> {
  if (documentOf(value) !== null) {
    const embedded = vouchedFor(by, value)
    return embedded === null ? null : readItem(embedded, collectionUri)
  }
  const uri = idOf(value)
  if (uri === null || !sameOrigin(uri, collectionUri)) return null
  try {
    return readItem(await fetchDocument(app, uri), collectionUri)
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/**
 * The collection in an activity, if it is the sender's: embedded, or fetched.
 *
 * @returns null if the object is something else
 * @throws Unreachable
 */
export async function ownCollectionDocument(
  app: App,
  actorUri: ProvedId,
  object: unknown,
): Promise<ProvedDocument | null> {
  const embedded = vouchedFor(actorUri, object)
  const uri = idOf(object)
  if (uri === null || !sameOrigin(uri, actorUri)) return null
  if (embedded !== null && Object.keys(embedded).length > 1) {
    return isCollection(embedded) ? embedded : null
  }
  const document = await fetchDocument(app, uri)
  return isCollection(document) ? document : null
}
