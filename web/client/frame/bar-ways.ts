import type { NavigationItem } from '../../shared/components/navigation-link.tsx'
import { viewer } from '../../shared/session.ts'
import { MOST_PLACES, type OwnWay, ownWaysOf } from '../state/own-ways.ts'
import { webSetting } from '../state/web-settings.ts'
import { bottomNavigation } from './navigation.ts'
import { navigationGroups } from './navigation-groups.ts'
import { namedWay } from './pinned-ways.ts'

/** Every place of the client that can be chosen. */
export const everyWay = (): NavigationItem[] => navigationGroups().flatMap(({ ways }) => ways)

/** The places of the bar of phones: what somebody chose, as far as it is there, else the usual ones. */
export function barWays(): NavigationItem[] {
  if (viewer === null) return bottomNavigation()
  const chosen = waysOf(ownWaysOf(webSetting('bar').value, MOST_PLACES))
  return chosen.length > 0 ? chosen : bottomNavigation()
}

function waysOf(chosen: readonly OwnWay[]): NavigationItem[] {
  if (chosen.length === 0) return []
  const all = everyWay()
  return chosen.flatMap((way) => all.find(({ href }) => href === way.href) ?? namedWay(way) ?? [])
}
