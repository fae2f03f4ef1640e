import { isoTime, type JsonText, jsonList, toJson } from '../../kernel/base/json.ts'
import { tagUrl } from '../../kernel/base/urls.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { loadBlocked, loadBlockers } from '../relationships/blocks-of-accounts.ts'
import { type Collection, type CollectionItem, KEPT, loadCollectionRows } from './queries.ts'

/** A collection and the items that one viewer may see. */
export interface ShownCollection {
  row: Collection
  tag: { name: string } | null
  items: CollectionItem[]
  /** number of accounts in it, including accounts that the viewer does not want to see */
  count: number
}

/**
 * Collections as one viewer sees them: owners also see pending items, and viewers do not see
 * accounts that they block. The number of queries does not depend on the number of collections.
 *
 * @param viewerId null: no signed-in viewer
 * @returns by id; collections whose owners block the viewer, and missing ones, are absent
 */
export async function loadShownCollections(
  db: Db,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ShownCollection>> {
  if (ids.length === 0) return new Map()
  const rows = await loadCollectionRows(db, [...new Set(ids)])
  const items = await loadItems(
    db,
    rows.map((row) => row.id),
  )
  const featured = [...items.values()].flatMap((list) => list.map((item) => item.account_id ?? ''))
  const owners = rows.map((row) => row.account_id)
  const [tags, blocked, shutOut] = await Promise.all([
    loadTags(
      db,
      rows.map((row) => row.tag_id).filter((id) => id !== null),
    ),
    viewerId === null ? NOBODY : loadBlocked(db, viewerId, featured),
    viewerId === null ? NOBODY : loadBlockers(db, viewerId, owners),
  ])
  const shown = rows.filter((row) => !shutOut.has(row.account_id))
  return new Map(
    shown.map((row) => {
      const own = row.account_id === viewerId
      const visible = (items.get(row.id) ?? []).filter((item) => own || item.state === 'accepted')
      const wanted = visible.filter((item) => !blocked.has(item.account_id ?? ''))
      const tag = tags.get(row.tag_id ?? '') ?? null
      return [row.id, { row, tag, items: wanted, count: visible.length }]
    }),
  )
}

const NOBODY: ReadonlySet<string> = new Set<string>()

/** Items with visible accounts. */
async function loadItems(db: Db, ids: readonly string[]): Promise<Map<string, CollectionItem[]>> {
  const items = await db
    .selectFrom('collection_item')
    .innerJoin('account', 'account.id', 'collection_item.account_id')
    .selectAll('collection_item')
    .where(idIn(db, 'collection_item.collection_id', ids))
    .where('collection_item.state', 'in', KEPT)
    .where(accountIsShown())
    .orderBy('collection_item.position')
    .orderBy('collection_item.id')
    .execute()
  return Map.groupBy(items, (item) => item.collection_id)
}

async function loadTags(db: Db, ids: readonly string[]): Promise<Map<string, { name: string }>> {
  if (ids.length === 0) return new Map()
  const tags = await db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where(idIn(db, 'id', ids))
    .execute()
  return new Map(tags.map((tag) => [tag.id, tag]))
}

/** https://docs.joinmastodon.org/entities/Collection/ */
export function presentCollection(
  { config }: Pick<Rendering, 'config'>,
  { row, tag, items, count }: ShownCollection,
): JsonText {
  return toJson({
    id: row.id,
    account_id: row.account_id,
    uri: row.uri,
    url: row.url,
    name: row.name,
    description: row.description,
    language: row.language,
    local: row.local,
    sensitive: row.sensitive,
    discoverable: row.discoverable,
    tag: tag && { name: tag.name, url: tagUrl(config, tag.name) },
    item_count: count,
    items: items.map(presentItem),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  })
}

/** https://docs.joinmastodon.org/entities/CollectionItem/ */
export function presentItem(item: CollectionItem) {
  const { id, account_id, state, created_at } = item
  return {
    id,
    // a removed account is not named
    ...(KEPT.includes(state) ? { account_id } : {}),
    state,
    created_at: isoTime(created_at),
  }
}

/** Collections by id, as one viewer sees them. */
export async function loadCollections(
  app: Rendering,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, JsonText>> {
  const shown = await loadShownCollections(app.db, viewerId, ids)
  return new Map([...shown].map(([id, one]) => [id, presentCollection(app, one)]))
}

/** The same in the order of the ids; hidden ones are left out. */
export async function renderCollections(
  app: Rendering,
  viewerId: string | null,
  ids: readonly string[],
): Promise<JsonText[]> {
  const texts = await loadCollections(app, viewerId, ids)
  return ids.map((id) => texts.get(id)).filter((text) => text !== undefined)
}

/** A collection with its owner and all accounts in it. */
export async function renderWithAccounts(
  app: Rendering,
  viewerId: string | null,
  id: string,
): Promise<{ collection: JsonText; accounts: JsonText } | null> {
  const shown = (await loadShownCollections(app.db, viewerId, [id])).get(id)
  if (shown === undefined) return null
  const featured = shown.items.map((item) => item.account_id).filter((one) => one !== null)
  const ids = [...new Set([shown.row.account_id, ...featured])]
  const accounts = await loadAccounts(app, ids)
  const texts = ids.map((one) => accounts.get(one)).filter((text) => text !== undefined)
  return { collection: presentCollection(app, shown), accounts: jsonList(texts) }
}
