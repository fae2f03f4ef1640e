import type { Signal } from '@preact/signals'
import { barWays, mainWays, type Way } from '../../../src/surfaces/pages/frame/ways.ts'
import { around } from '../../shared/around.ts'
import type { NavigationItem } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import {
  pendingFollowRequests,
  unreadConversations,
  unreadNotifications,
} from '../notifications/unread-counts.ts'

/** how much waits at an address */
const COUNTS: Readonly<Record<string, Signal<number>>> = {
  '/notifications': unreadNotifications,
  '/conversations': unreadConversations,
  '/follow_requests': pendingFollowRequests,
}

/** A way with what waits there. */
export function counted(way: Way<string>): NavigationItem {
  const count = COUNTS[way.href]
  return count === undefined ? way : { ...way, count }
}

/** The places that one goes to most, in the side of wide screens. */
export const mainNavigation = (): NavigationItem[] => mainWays(t, around()).map(counted)

/** Links of the bar at the bottom of phones, around the button that opens the composer. */
export const bottomNavigation = (): NavigationItem[] => barWays(t, around()).map(counted)
