import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { lockRow } from '../db/expressions.ts'
import { idIn, textIn } from '../db/id-in.ts'
import type { CollectionItemState, CollectionItemTable, CollectionTable } from '../db/schema.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { isShutOut } from '../relationships/standing.ts'
import type { Tx } from '../transact.ts'

export type Collection = Selectable<CollectionTable>
export type CollectionItem = Selectable<CollectionItemTable>

/** What counts against the limit, and is shown to who made the collection. */
export const KEPT: readonly CollectionItemState[] = ['pending', 'accepted']

/** Collections of people who can be met, whoever asks. */
export function selectCollections(db: Db) {
  return db
    .selectFrom('collection')
    .innerJoin('account', 'account.id', 'collection.account_id')
    .where('account.activated_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .selectAll('collection')
}

/**
 * A collection that somebody may look at: who is shut out by its owner meets none.
 *
 * @param viewerId null: nobody signed in
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
 * An own collection, held until the end of the transaction.
 *
 * @throws NotFound
 * @throws Forbidden for somebody else's
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

/** Ids of the collections that are at these addresses: their federation ids, or pages for people. */
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

/** Items of a collection, first ones first. */
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

/** Where the next item of a collection stands. */
export async function nextPosition(db: Db, collectionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('collection_item')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** Whom a collection shows who is here: they are told of what becomes of it. */
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

/** The collections of an account by id, in no order. */
export async function loadCollectionRows(db: Db, ids: readonly string[]): Promise<Collection[]> {
  if (ids.length === 0) return []
  return selectCollections(db)
    .where(idIn(db, 'collection.id', ids))
    .execute()
}
