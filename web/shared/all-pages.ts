import { api, type Page } from './api.ts'
import type { Query } from './query.ts'

export interface SeveralPages<T> {
  items: T[]
  /** there are more than these */
  more: boolean
}

/** Reads a list of the API from its beginning, for what is to be seen at once. @param most pages */
export async function readPages<T>(
  path: string,
  query: Query,
  most: number,
): Promise<SeveralPages<T>> {
  const items: T[] = []
  let cursor: Record<string, string> | null = {}
  for (let pages = 0; cursor !== null && pages < most; pages += 1) {
    const page: Page<T> = await api.page<T>(path, { ...query, ...cursor })
    items.push(...page.items)
    cursor = page.items.length === 0 ? null : page.next
  }
  return { items, more: cursor !== null }
}
