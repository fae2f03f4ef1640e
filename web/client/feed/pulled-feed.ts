import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Feed } from './feed.ts'

/** The feed of the page that is read on when somebody pulls the page down; null: it has none. */
export const pulledFeed = signal<Feed<unknown> | null>(null)

/** @param feed one that is in the order of its ids, so that it can be asked for what is newer */
export function usePull<T>(feed: Feed<T>): void {
  useEffect(() => {
    const mine = feed as Feed<unknown>
    pulledFeed.value = mine
    return () => {
      if (pulledFeed.peek() === mine) pulledFeed.value = null
    }
  }, [feed])
}
