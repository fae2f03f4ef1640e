import { api } from '../../../shared/api.ts'
import type {
  Account,
  Collection,
  CollectionItem,
  CollectionItemReply,
  CollectionReply,
  CollectionsReply,
  CollectionWithAccounts,
} from '../../../shared/entities/api.ts'
import { me } from '../../../shared/session.ts'
import { collectionsOf } from '../account-cache.ts'
import { type Cached, cached } from '../read-cache.ts'

/** limits of the server: characters, and accounts per collection */
export const LIMITS = { name: 40, description: 100, items: 25 } as const

export const collectionPath = ({ id }: Pick<Collection, 'id'>): string => `/collections/${id}`

/** Texts and settings that the owner gives a collection. */
export interface CollectionTexts {
  name: string
  description: string
  /** BCP 47; empty: not said */
  language: string
  tag_name: string
  sensitive: boolean
  discoverable: boolean
}

export const collectionOf = (id: string): Cached<CollectionWithAccounts> =>
  cached(`collection ${id}`, () => api.get<CollectionWithAccounts>(`/api/v1/collections/${id}`))

export const ownCollections = () => collectionsOf({ id: me.account_id })

/** Collections that contain the viewer. */
export const collectionsWithMe = () =>
  cached<readonly Collection[]>('collections with me', async () => {
    const path = `/api/v1/accounts/${me.account_id}/in_collections`
    return (await api.get<CollectionsReply>(path, { limit: 100 })).collections
  })

export async function createCollection(texts: CollectionTexts): Promise<Collection> {
  const { collection } = await api.post<CollectionReply>('/api/v1/collections', bodyOf(texts))
  keepCollection(collection)
  return collection
}

export async function changeCollection(id: string, texts: CollectionTexts): Promise<Collection> {
  const path = `/api/v1/collections/${id}`
  const { collection } = await api.patch<CollectionReply>(path, bodyOf(texts))
  keepCollection(collection)
  return collection
}

export async function deleteCollection({ id }: Collection): Promise<void> {
  await api.delete(`/api/v1/collections/${id}`)
  const own = ownCollections().data.peek()
  if (own !== null) ownCollections().set(own.filter((one) => one.id !== id))
}

const bodyOf = ({ language, tag_name, ...texts }: CollectionTexts) => ({
  ...texts,
  language: language === '' ? null : language,
  tag_name: tag_name.trim() === '' ? null : tag_name.trim(),
})

/** Shows somebody in a collection; those elsewhere are asked first. */
export async function addToCollection(collection: Collection, account: Account): Promise<void> {
  const { collection_item: item } = await api.post<CollectionItemReply>(
    `/api/v1/collections/${collection.id}/items`,
    { account_id: account.id },
  )
  changeItems(collection, [...collection.items, item], account)
}

export async function removeFromCollection(
  collection: Collection,
  item: CollectionItem,
): Promise<void> {
  await api.delete(`/api/v1/collections/${collection.id}/items/${item.id}`)
  changeItems(
    collection,
    collection.items.filter(({ id }) => id !== item.id),
  )
}

/** Takes the person out of somebody's collection. */
export async function leaveCollection(collection: Collection, item: CollectionItem): Promise<void> {
  await api.post(`/api/v1/collections/${collection.id}/items/${item.id}/revoke`)
  changeItems(
    collection,
    collection.items.filter(({ id }) => id !== item.id),
  )
  const others = collectionsWithMe().data.peek()
  if (others !== null) collectionsWithMe().set(others.filter(({ id }) => id !== collection.id))
}

function changeItems(
  collection: Collection,
  items: readonly CollectionItem[],
  added?: Account,
): void {
  keepCollection({ ...collection, items, item_count: items.length })
  const there = collectionOf(collection.id)
  const before = there.data.peek()
  if (before === null || added === undefined) return
  there.set({ ...before, accounts: [...before.accounts, added] })
}

/** Takes what an action answered wherever the collection is shown. */
function keepCollection(collection: Collection): void {
  const own = ownCollections()
  const all = own.data.peek()
  if (all !== null && collection.account_id === me.account_id) {
    const isKnown = all.some(({ id }) => id === collection.id)
    const changed = all.map((one) => (one.id === collection.id ? collection : one))
    own.set(isKnown ? changed : [collection, ...all])
  }
  const there = collectionOf(collection.id)
  const before = there.data.peek()
  if (before !== null) there.set({ ...before, collection })
}
