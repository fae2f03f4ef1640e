import { useEffect } from 'preact/hooks'
import type { Status } from '../../shared/entities/api.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import type { Feed, Source } from './feed.ts'
import { everyFeed, isPost } from './feed-cache.ts'
import { listen } from './streaming.ts'

/** Lists of posts that the person put there, by what is set of a post: no stream tells of them. */
const SHELVES = [
  ['bookmarked', '/api/v1/bookmarks'],
  ['favourited', '/api/v1/favourites'],
] as const

const isRead = (feed: Feed<unknown>, path: string): boolean =>
  feed.key.split('#')[0] === path && feed.state.peek() !== 'new'

/** Whether somebody acts within a feed: what they take back there stays, so that they can change their mind. */
const isUsed = ({ key }: Feed<unknown>): boolean =>
  document.activeElement?.closest<HTMLElement>('[data-feed]')?.dataset.feed === key

/**
 * Puts a post into the lists of what it became, and takes it out of those of what it no longer is.
 * @param changed names of what was done to it, in this tab or another one
 */
export function shelve(status: Status, changed: readonly string[]): void {
  for (const [flag, path] of SHELVES) {
    if (!changed.includes(flag)) continue
    for (const feed of everyFeed()) {
      if (!isRead(feed, path)) continue
      if (status[flag]) feed.add(keepPost(status))
      else if (!isUsed(feed)) feed.remove((entry) => isPost(entry) && entry.id === status.id)
    }
  }
}

/**
 * Reads what other browsers of the person put into such a list while this page was not connected.
 * @param lose the list has changed too much: it is read from the beginning
 */
export function useShelf(feed: Feed<Post>, { read }: Source<Post>, lose: () => void): void {
  useEffect(() => {
    const catchUp = async () => {
      const isReadNow = feed.state.peek() === 'new' || feed.state.peek() === 'busy'
      await feed.start()
      if (isReadNow) return
      const { items } = await read({})
      const known = new Set(feed.blocks.peek().flatMap(({ entries }) => entries.map(feed.idOf)))
      if (known.size > 0 && items.length > 0 && items.every(({ id }) => !known.has(id))) lose()
      else for (const post of items.toReversed()) feed.add(post)
    }
    return listen({
      stream: 'user',
      params: {},
      hear: () => {},
      catchUp: () => void catchUp().catch(() => {}),
    })
  }, [feed, read, lose])
}
