import type { Selectable } from 'kysely'
import { Forbidden, NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn, textIn } from '../../kernel/db/id-in.ts'
import type { CollectionItemState } from '../../kernel/db/schema.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import { isShutOut } from '../relationships/blocks-of-pair.ts'
import type { CollectionItemTable, CollectionTable } from './tables.ts'

export type Collection = Selectable<CollectionTable>
export type CollectionItem = Selectable<CollectionItemTable>

/** States that count towards the limit, and that the collection's owner sees. */
export const KEPT: readonly CollectionItemState[] = ['pending', 'accepted']

/** Collections of visible accounts, without a viewer. */
export function selectCollections(db: Db) {
  return db
    .selectFrom('collection')
    .innerJoin('account', 'account.id', 'collection.account_id')
    .where(accountIsShown())
    .selectAll('collection')
}

/**
 * A collection that a viewer may see: viewers whom the owner blocks see none.
 *
 * @param viewerId null: no signed-in viewer
 * @throws NotFound
 */
export async function getCollection(
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<Collection> {
  const row = await selectCollections(db).where('collection.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFound()
  if (viewerId === null || viewerId === row.account_id) return row
  if (await isShutOut(db, { accountId: row.account_id, targetId: viewerId })) throw new NotFound()
  return row
}

/**
 * An own collection, locked until the end of the transaction.
 *
 * @throws NotFound
 * @throws Forbidden for another account's
 */
export async function lockOwnCollection(
  tx: Tx,
  { accountId, collectionId }: { accountId: string; collectionId: string },
): Promise<Collection> {
  await lockRow(tx.db, 'collection', collectionId)
  const collection = await getCollection(tx.db, collectionId, accountId)
  if (collection.account_id !== accountId) throw new Forbidden()
  return collection
}

export async function findCollectionById(db: Db, id: string): Promise<Collection | null> {
  const row = await db.selectFrom('collection').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findCollectionByUri(db: Db, uri: string): Promise<Collection | null> {
  const row = await db
    .selectFrom('collection')
    .selectAll()
    .where('uri', '=', uri)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of the collections with these URLs: federation ids or pages. */
export async function findCollectionIds(db: Db, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await selectCollections(db)
    .clearSelect()
    .select('collection.id')
    .where((eb) =>
      eb.or([textIn(db, 'collection.uri', addresses), textIn(db, 'collection.url', addresses)]),
    )
    .orderBy('collection.id')
    .execute()
  return [...new Set(rows.map(({ id }) => id))]
}

export async function findItem(db: Db, id: string): Promise<CollectionItem | null> {
  const row = await db
    .selectFrom('collection_item')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Items of a collection, in order. */
export async function itemsOf(
  db: Db,
  collectionId: string,
  states: readonly CollectionItemState[] = KEPT,
): Promise<CollectionItem[]> {
  return db
    .selectFrom('collection_item')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('state', 'in', states)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function countItems(db: Db, collectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('collection_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('collection_id', '=', collectionId)
    .where('state', 'in', KEPT)
    .executeTakeFirstOrThrow()
  return count
}

/** The position of a collection's next item. */
export async function nextPosition(db: Db, collectionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('collection_item')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** The local accounts in a collection, which get notifications about it. */
export async function featuredHere(db: Db, collectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collection_item')
    .innerJoin('account', 'account.id', 'collection_item.account_id')
    .select('account.id')
    .where('collection_item.collection_id', '=', collectionId)
    .where('collection_item.state', '=', 'accepted')
    .where('account.domain', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The collections with these ids, unordered. */
export async function loadCollectionRows(db: Db, ids: readonly string[]): Promise<Collection[]> {
  if (ids.length === 0) return []
  return selectCollections(db)
    .where(idIn(db, 'collection.id', ids))
    .execute()
}
