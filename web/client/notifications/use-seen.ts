import { useEffect } from 'preact/hooks'
import type { Feed } from '../feed/feed.ts'
import type { Group } from './groups.ts'
import { seenUpTo, tellSeen } from './read-state.ts'
import type { Tab } from './tabs.ts'

/** Marks notifications on the screen as read; not in a narrowed list, which does not show all older ones. */
export function useSeen(feed: Feed<Group>, tab: Tab): void {
  const newest = feed.blocks.value.find(({ entries }) => entries.length > 0)?.entries[0]?.newestId
  const isKnown = seenUpTo.value !== null
  useEffect(() => {
    if (tab !== 'all' || newest === undefined || !isKnown) return
    const tell = () => {
      if (document.visibilityState === 'visible') void tellSeen(newest)
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [newest, tab, isKnown])
}
