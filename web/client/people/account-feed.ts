import { api } from '../../shared/api.ts'
import type { Feed } from '../feed/feed.ts'
import { feedOf } from '../feed/feed-cache.ts'

/** People from an address of the API that comes in pages, as they were left. */
export function accountFeed<T extends { id: string }>(path: string): Feed<T> {
  return feedOf<T>({
    key: path,
    read: (cursor) => api.page<T>(path, cursor),
    idOf: ({ id }) => id,
  })
}
