import type { Document } from '../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { isoSeconds } from '../../../kernel/base/json.ts'
import { collectionItemUri, featureAuthorizationUri, tagUrl } from '../../../kernel/base/urls.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { escapeHtml } from '../../../kernel/text/html.ts'
import { accountIsShown } from '../../accounts/predicates.ts'

/**
 * Documents of local collections, with all accounts that consented. The number of queries does not
 * depend on the number of collections.
 *
 * @returns by id
 * @see https://w3id.org/fep/7aa9
 */
export async function loadCollectionDocuments(
  db: Db,
  config: Config,
  ids: readonly string[],
): Promise<Map<string, Document>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('collection')
    .innerJoin('account', 'account.id', 'collection.account_id')
    .leftJoin('tag', 'tag.id', 'collection.tag_id')
    .selectAll('collection')
    .select(['account.uri as owner_uri', 'tag.name as tag_name'])
    .where(idIn(db, 'collection.id', ids))
    .where('collection.local', '=', true)
    .execute()
  const items = Map.groupBy(await itemRows(db, ids), (item) => item.collection_id)
  return new Map(
    rows.map((row) => {
      const shown = (items.get(row.id) ?? []).map((item) => presentItem(config, item))
      return [row.id, presentCollection(config, row, shown)]
    }),
  )
}

type CollectionRow = {
  uri: string
  url: string | null
  owner_uri: string
  tag_name: string | null
  name: string
  description: string
  language: string | null
  sensitive: boolean
  discoverable: boolean
  created_at: number
  updated_at: number
}

function presentCollection(config: Config, row: CollectionRow, items: Document[]): Document {
  const { language, tag_name: tag } = row
  const summary = escapeHtml(row.description)
  return {
    id: row.uri,
    type: 'FeaturedCollection',
    attributedTo: row.owner_uri,
    url: row.url,
    name: row.name,
    ...(language === null ? { summary } : { summaryMap: { [language]: summary } }),
    sensitive: row.sensitive,
    discoverable: row.discoverable,
    ...(tag === null
      ? {}
      : { topic: { type: 'Hashtag', href: tagUrl(config, tag), name: `#${tag}` } }),
    published: isoSeconds(row.created_at),
    updated: isoSeconds(row.updated_at),
    totalItems: items.length,
    orderedItems: items,
  }
}

/** Items with consent whose accounts are visible. */
function itemRows(db: Db, collectionIds: readonly string[]) {
  return selectItems(db)
    .where(idIn(db, 'collection_item.collection_id', collectionIds))
    .orderBy('collection_item.position')
    .orderBy('collection_item.id')
    .execute()
}

function selectItems(db: Db) {
  return db
    .selectFrom('collection_item')
    .innerJoin('account', 'account.id', 'collection_item.account_id')
    .innerJoin('collection', 'collection.id', 'collection_item.collection_id')
    .where('collection_item.state', '=', 'accepted')
    .where('collection.local', '=', true)
    .where(accountIsShown())
    .select([
      'collection_item.id',
      'collection_item.collection_id',
      'collection_item.account_id',
      'collection_item.object_uri',
      'collection_item.approval_uri',
      'collection_item.created_at',
      'collection.account_id as owner_id',
      'account.domain',
    ])
}

type ItemRow = Awaited<ReturnType<typeof itemRows>>[number]

function presentItem(config: Config, item: ItemRow): Document {
  const local = item.domain === null
  return {
    id: collectionItemUri(config, item.owner_id, item.id),
    type: 'FeaturedItem',
    featuredObject: item.object_uri,
    featureAuthorization: local
      ? featureAuthorizationUri(config, item.account_id!, item.id)
      : item.approval_uri,
    published: isoSeconds(item.created_at),
  }
}

/** @returns null for an item that does not exist, or without consent */
export async function findItemDocument(
  db: Db,
  config: Config,
  itemId: string,
): Promise<{ document: Document; ownerId: string } | null> {
  const row = await selectItems(db).where('collection_item.id', '=', itemId).executeTakeFirst()
  return row === undefined ? null : { document: presentItem(config, row), ownerId: row.owner_id }
}
