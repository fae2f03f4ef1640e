import { api, type Query, withQuery } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { arrivals, arrivedBy } from '../../shared/router.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import { createFeed, type Feed, type Source } from './feed.ts'

interface Recent {
  feed: Feed<unknown>
  /** when it was last looked at, as the router counts */
  seen: number
}

/** Feeds that were looked at lately, so that the way back leads to where one was; the oldest go first. */
const recent = new Map<string, Recent>()
const MOST = 6

/**
 * The feed of a source: as it was left, for who goes back to it; anew for who follows a link there.
 * @param keepsPlace as it was left in any case
 */
export function feedOf<T>(source: Source<T>, { keepsPlace = false } = {}): Feed<T> {
  const before = recent.get(source.key)
  const isOver = before !== undefined && before.seen !== arrivals && arrivedBy === 'link'
  const kept = isOver && !keepsPlace ? undefined : (before?.feed as Feed<T> | undefined)
  const feed = kept ?? createFeed(source)
  recent.delete(source.key)
  recent.set(source.key, { feed: feed as Feed<unknown>, seen: arrivals })
  const [oldest] = recent.keys()
  if (recent.size > MOST && oldest !== undefined) recent.delete(oldest)
  return feed
}

/** Forgets a feed, so that it is read anew when it is looked at again. */
export function dropFeed(key: string): void {
  recent.delete(key)
}

/** Every feed that is kept, for what concerns all of them: a deleted status, a blocked account. */
export const everyFeed = (): Feed<unknown>[] => [...recent.values()].map(({ feed }) => feed)

/** Statuses of an address of the API. */
export function statusSource(path: string, query: Query = {}): Source<Post> {
  return {
    key: withQuery(path, query),
    async read(cursor) {
      const page = await api.page<Status>(path, { ...query, ...cursor })
      return { ...page, items: page.items.map(keepPost) }
    },
    idOf: ({ id }) => id,
  }
}

/** key of the home timeline */
export const HOME = '/api/v1/timelines/home'

export const isPost = (entry: unknown): entry is Post =>
  typeof entry === 'object' && entry !== null && 'shown' in entry

/** Takes a status out of every list, boosts of it too. */
export function removeStatus(id: string): void {
  removePosts(({ own, shown }) => own.peek().id === id || shown.peek().id === id)
}

export function removePosts(isGone: (post: Post) => boolean): void {
  for (const feed of everyFeed()) feed.remove((entry) => isPost(entry) && isGone(entry))
}
