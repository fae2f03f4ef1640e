import { useEffect } from 'preact/hooks'
import type { Feed } from '../feed/feed.ts'
import { dropFeed } from '../feed/feed-cache.ts'

/** A list that is read anew each time its page is looked at: what it shows is changed from other pages. */
export function useFreshFeed<T>(feed: Feed<T>): Feed<T> {
  useEffect(() => () => dropFeed(feed.key), [feed])
  return feed
}
