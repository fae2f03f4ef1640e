import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { Pagination } from '../../../../kernel/http/params.ts'
import { Type } from '../../../../kernel/http/schema.ts'

/** Query of collections paged forwards by id. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Boolean()),
  min_id: Pagination.properties.min_id,
})

/** The URL of a page of a collection. */
export function pageUri(collection: string, params: Record<string, string>): string {
  return `${collection}?${new URLSearchParams({ ...params, page: 'true' })}`
}

export interface CollectionPage {
  /** URL of the whole collection */
  partOf: string
  items: readonly unknown[]
  /** URL of the next page; null for the last */
  next: string | null
}

/** @param id the page's own URL; omitted if the page is embedded in its collection */
export function collectionPage(page: CollectionPage, id?: string): Document {
  return {
    ...(id === undefined ? {} : { id }),
    type: 'CollectionPage',
    partOf: page.partOf,
    items: page.items,
    ...(page.next === null ? {} : { next: page.next }),
  }
}
