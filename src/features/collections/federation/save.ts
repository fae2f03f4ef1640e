import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import type { Account } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'
import { deleteCollection, saveTexts, searchText, tagIdOf } from '../collections.ts'
import {
  type Collection,
  type CollectionItem,
  countItems,
  findCollectionById,
  findCollectionByUri,
  nextPosition,
} from '../queries.ts'
import { MOST_REMOTE_ITEMS } from '../rules.ts'
import type { RemoteCollection, RemoteItem } from './reading.ts'
import { verifyJob } from './verify.ts'

/** maximum of stored collections per remote account */
export const MOST_OF_ONE = 20

/**
 * Stores the current version of a remote collection, with the given items.
 *
 * @param items null: they could not be read, and stay
 * @returns null if its owner has too many, or the collection is another account's
 */
export async function saveCollection(
  tx: Tx,
  owner: Pick<Account, 'id' | 'uri' | 'domain'>,
  { given, items }: { given: RemoteCollection; items: readonly RemoteItem[] | null },
): Promise<Collection | null> {
  if (owner.domain === null || given.ownerUri !== owner.uri) return null
  await lockRow(tx.db, 'account', owner.id)
  const known = await findCollectionByUri(tx.db, given.uri)
  if (known !== null && known.account_id !== owner.id) return null
  const tag_id = await tagIdOf(tx, given.tagName)
  const { name, description, language, sensitive, discoverable } = given
  const search_text = searchText(name, description)
  const texts = { name, description, search_text, language, sensitive, discoverable, tag_id }
  if (known !== null) await saveTexts(tx, known, texts)
  const id = known?.id ?? (await insert(tx, owner.id, given, texts))
  if (id === null) return null
  const collection = (await findCollectionById(tx.db, id))!
  if (items !== null) await saveItems(tx, collection, items)
  return collection
}

type Texts = Pick<
  Collection,
  'name' | 'description' | 'search_text' | 'language' | 'sensitive' | 'discoverable' | 'tag_id'
>

async function insert(
  tx: Tx,
  ownerId: string,
  { uri, url, createdAt }: RemoteCollection,
  texts: Texts,
): Promise<string | null> {
  const { count } = await tx.db
    .selectFrom('collection')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count >= MOST_OF_ONE) return null
  const id = tx.newId()
  const at = createdAt !== null && createdAt >= 0 && createdAt < tx.now ? createdAt : tx.now
  const row = { id, account_id: ownerId, uri, url, local: false, ...texts }
  await tx.db
    .insertInto('collection')
    .values({ ...row, created_at: at, updated_at: tx.now })
    .execute()
  return id
}

/** Removes missing items, but remembers those whose consent a local account revoked. */
async function saveItems(
  tx: Tx,
  collection: Collection,
  items: readonly RemoteItem[],
): Promise<void> {
  const given = new Set<string>(items.map((item) => item.uri))
  const before = await tx.db
    .selectFrom('collection_item')
    .select(['id', 'uri'])
    .where('collection_id', '=', collection.id)
    .where('state', '<>', 'revoked')
    .execute()
  const gone = before.filter(({ uri }) => uri !== null && !given.has(uri)).map(({ id }) => id)
  if (gone.length > 0) {
    await tx.db
      .deleteFrom('collection_item')
      .where(idIn(tx.db, 'id', gone))
      .execute()
  }
  for (const [at, item] of items.entries()) await saveItem(tx, collection, item, at + 1)
}

/**
 * Stores an item of a remote collection. It is shown once the authorisation that it names is
 * verified; for a local account, only if this server gave the consent.
 *
 * @param position undefined: the last
 */
export async function saveItem(
  tx: Tx,
  collection: Collection,
  item: RemoteItem,
  position?: number,
): Promise<void> {
  const known = await tx.db
    .selectFrom('collection_item')
    .selectAll()
    .where('collection_id', '=', collection.id)
    .where('object_uri', '=', item.objectUri)
    .executeTakeFirst()
  const place = position ?? known?.position ?? (await nextPosition(tx.db, collection.id))
  if (known !== undefined) return updateItem(tx, known, item, place)
  if (sameOrigin(item.objectUri, tx.config.origin) || !isApproval(item)) return
  if ((await countItems(tx.db, collection.id)) >= MOST_REMOTE_ITEMS) return
  const id = tx.newId()
  const account = await findAccountByUri(tx.db, item.objectUri)
  await tx.db
    .insertInto('collection_item')
    .values({
      id,
      collection_id: collection.id,
      account_id: account?.id ?? null,
      state: 'pending',
      position: place,
      uri: item.uri,
      object_uri: item.objectUri,
      activity_uri: null,
      approval_uri: item.approvalUri,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  enqueueVerification(tx, id)
}

/** Only an account's own server can confirm its consent. */
function isApproval({ objectUri, approvalUri }: RemoteItem): boolean {
  return approvalUri !== null && sameOrigin(approvalUri, objectUri)
}

async function updateItem(
  tx: Tx,
  known: CollectionItem,
  item: RemoteItem,
  position: number,
): Promise<void> {
  const here = sameOrigin(item.objectUri, tx.config.origin)
  const renewed = !here && known.state !== 'revoked' && known.approval_uri !== item.approvalUri
  await tx.db
    .updateTable('collection_item')
    .set({
      uri: item.uri,
      position,
      ...(renewed ? { approval_uri: item.approvalUri, state: 'pending' as const } : {}),
    })
    .where('id', '=', known.id)
    .execute()
  if (renewed && isApproval(item)) enqueueVerification(tx, known.id)
}

export function enqueueVerification(tx: Tx, itemId: string): void {
  tx.enqueue(verifyJob(itemId, tx.now))
}

/** Its owner's server deleted it. */
export async function forgetCollection(tx: Tx, ownerId: string, uri: string): Promise<boolean> {
  const known = await findCollectionByUri(tx.db, uri)
  if (known === null || known.local) return false
  if (known.account_id === ownerId) await deleteCollection(tx, known)
  return true
}
