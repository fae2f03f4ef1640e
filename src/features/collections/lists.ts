import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { isShutOut } from '../relationships/blocks-of-pair.ts'
import { selectCollections } from './queries.ts'

interface Part {
  offset: number
  limit: number
}

/**
 * Ids of an account's collections, newest first: other viewers see the discoverable ones, and
 * viewers whom the owner blocks see none.
 *
 * @param viewerId null: no signed-in viewer
 */
export async function collectionIdsOf(
  db: Db,
  { accountId, viewerId }: { accountId: string; viewerId: string | null },
  { offset, limit }: Part,
): Promise<string[]> {
  const own = accountId === viewerId
  if (!own && viewerId !== null) {
    if (await isShutOut(db, { accountId, targetId: viewerId })) return []
  }
  const rows = await selectCollections(db)
    .clearSelect()
    .select('collection.id')
    .where('collection.account_id', '=', accountId)
    .$if(!own, (query) => query.where('collection.discoverable', '=', true))
    .orderBy('collection.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the collections that feature an account, latest first. */
export async function idsOfFeaturing(
  db: Db,
  accountId: string,
  { offset, limit }: Part,
): Promise<string[]> {
  const rows = await selectCollections(db)
    .innerJoin('collection_item', 'collection_item.collection_id', 'collection.id')
    .clearSelect()
    .select('collection.id')
    .where('collection_item.account_id', '=', accountId)
    .where('collection_item.state', '=', 'accepted')
    .orderBy('collection_item.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** maximum of words of a query */
const MOST_WORDS = 8

/**
 * Discoverable collections whose texts contain all these words, newest first.
 * @param db for slow queries
 */
export async function searchCollections(
  db: Db,
  { text, offset, limit }: Part & { text: string },
): Promise<string[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  if (words.length === 0) return []
  let query = selectCollections(db)
    .clearSelect()
    .select('collection.id')
    .where('collection.discoverable', '=', true)
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<SqlBool>`collection.search_text like ${pattern} escape '\\'`)
  }
  const rows = await query.orderBy('collection.id', 'desc').offset(offset).limit(limit).execute()
  return rows.map(({ id }) => id)
}
