import { api } from '../../shared/api.ts'
import type { GroupedNotificationsResults, Notification } from '../../shared/entities/api.ts'
import { type Query, withQuery } from '../../shared/query.ts'
import type { Source } from '../feed/feed.ts'
import { type Group, groupsOf } from './groups.ts'
import { createLatestFeed, type LatestFeed } from './latest-feed.ts'
import { mergeArrival } from './merge-arrival.ts'
import { type Tab, TYPES_OF } from './tabs.ts'
import { SUPPORTED_TYPES } from './types.ts'

const PATH = '/api/v2/notifications'
const LIMIT = 20

/** Notifications in groups. @param query how they are narrowed */
export function groupSource(query: Query = {}): Source<Group> {
  const asked = { ...query, supported_types: SUPPORTED_TYPES, limit: LIMIT }
  return {
    key: withQuery(PATH, query),
    async read(cursor) {
      const page = await api.page<Group>(PATH, { ...asked, ...cursor })
      // the one paged answer of the API that is no list: its entries and what they refer to stand apart
      const answer = page.items as unknown as GroupedNotificationsResults
      return { ...page, items: groupsOf(answer) }
    },
    idOf: ({ newestId }) => newestId,
  }
}

let feeds = new Map<Tab, LatestFeed<Group>>()

/** The notifications of a tab, as they were left. */
export function notificationsOf(tab: Tab): LatestFeed<Group> {
  const there = feeds.get(tab)
  if (there !== undefined) return there
  const types = TYPES_OF[tab]
  const made = createLatestFeed(groupSource(types === undefined ? {} : { types }), ({ key }) => key)
  feeds.set(tab, made)
  return made
}

/** Lets the lists be read anew: older ones have come in between. */
export function forgetNotifications(): void {
  feeds = new Map()
}

/** Reads what came since, as after a lost connection. */
export function readMissed(): void {
  for (const feed of feeds.values()) {
    // the next look at it reads it again
    if (feed.state.peek() !== 'new') void feed.readNewer().catch(() => {})
  }
}

/** Takes one that arrived by itself. */
export const receive = (notification: Notification): void => mergeArrival(feeds, notification)

export function removeGroups(isGone: (group: Group) => boolean): void {
  for (const feed of feeds.values()) feed.remove(isGone)
}
