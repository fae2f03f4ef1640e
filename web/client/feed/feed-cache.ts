import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { type Query, withQuery } from '../../shared/query.ts'
import { arrivals, arrivedBy } from '../../shared/router.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import { createFeed, type Feed, type Source } from './feed.ts'
import { forgetParents } from './parents.ts'

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

/** Feeds of columns, by what holds them: they stay however many others are looked at. */
const held = new Map<string, Feed<unknown>>()

/**
 * The feed of whoever holds it, as a column does, until it is let go: another one once it is of something else.
 * @param key of what it lists
 * @param create makes it under the key that it is given, which no other feed has
 */
export function heldFeed<F>(owner: string, key: string, create: (key: string) => F): F {
  const own = `${key}#${owner}`
  const before = held.get(owner)
  if (before?.key === own) return before as F
  const made = create(own)
  held.set(owner, made as Feed<unknown>)
  return made
}

export const letFeedGo = (owner: string): void => void held.delete(owner)

/** Forgets a feed, so that it is read anew when it is looked at again. */
export function dropFeed(key: string): void {
  recent.delete(key)
  for (const [owner, feed] of held) if (feed.key.startsWith(`${key}#`)) held.delete(owner)
}

/** Every feed that is kept, for what concerns all of them: a deleted status, a blocked account. */
export const everyFeed = (): Feed<unknown>[] => [
  ...[...recent.values()].map(({ feed }) => feed),
  ...held.values(),
]

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

/** Whether a feed is the home timeline, on its page or in a column. */
export const isHome = ({ key }: Feed<unknown>): boolean => key.split('#')[0] === HOME

export const isPost = (entry: unknown): entry is Post =>
  typeof entry === 'object' && entry !== null && 'shown' in entry

/** Takes a status out of every list, boosts of it too. */
export function removeStatus(id: string): void {
  removePosts(({ own, shown }) => own.peek().id === id || shown.peek().id === id)
}

type Removal = (isGone: (post: Post) => boolean) => void
const elsewhere: Removal[] = [forgetParents]

/** For posts that are shown outside feeds: takes those away that are gone from now on. */
export const removeElsewhere = (remove: Removal): void => void elsewhere.push(remove)

/** @param except the beginning of the keys of feeds that keep them */
export function removePosts(isGone: (post: Post) => boolean, except: string | null = null): void {
  for (const feed of everyFeed()) {
    if (except !== null && feed.key.startsWith(except)) continue
    feed.remove((entry) => isPost(entry) && isGone(entry))
  }
  for (const remove of elsewhere) remove(isGone)
}
