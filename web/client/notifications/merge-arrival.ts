import type { Notification } from '../../shared/entities/api.ts'
import { type Group, groupOfOne, joined } from './groups.ts'
import type { LatestFeed } from './latest-feed.ts'
import { type Tab, TYPES_OF } from './tabs.ts'

/** Takes one that arrived by itself: into its group, behind the button, in each list that it belongs to. */
export function mergeArrival(
  feeds: Iterable<readonly [Tab, LatestFeed<Group>]>,
  notification: Notification,
): void {
  const one = groupOfOne(notification)
  for (const [tab, feed] of feeds) {
    const types: readonly string[] | undefined = TYPES_OF[tab]
    if (feed.state.peek() === 'new' || !(types?.includes(one.type) ?? true)) continue
    const before = feed.find(one.key)
    if (before?.newestId !== one.newestId) feed.receive(before ? joined(before, one) : one)
  }
}
