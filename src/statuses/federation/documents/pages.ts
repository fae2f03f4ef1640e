import type { Document } from '../../../activitypub/as2.ts'
import { Pagination } from '../../../http/params.ts'
import { Type } from '../../../http/schema.ts'

/** Of collections that are read onwards by id. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Boolean()),
  min_id: Pagination.properties.min_id,
})

/** The address of a page of a collection. */
export function pageUri(collection: string, params: Record<string, string>): string {
  return `${collection}?${new URLSearchParams({ ...params, page: 'true' })}`
}

export interface CollectionPage {
  /** of the whole collection */
  partOf: string
  items: readonly unknown[]
  /** address of the next page; null for the last */
  next: string | null
}

/** @param id its own address; none where it stands inside its collection */
export function collectionPage(page: CollectionPage, id?: string): Document {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'CollectionPage',
    partOf: page.partOf,
    items: page.items,
    ...(page.next === null ? {} : { next: page.next }),
  }
}
