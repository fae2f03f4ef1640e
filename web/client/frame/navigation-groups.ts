import { wayGroups } from '../../../src/surfaces/pages/frame/ways.ts'
import { around } from '../../shared/around.ts'
import type { NavigationItem } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { counted } from './navigation.ts'
import { pinnedWays } from './pinned-ways.ts'

export interface NavigationGroup {
  title: string
  ways: NavigationItem[]
}

/** Every place there is, in groups: from here nothing is out of reach. */
export const navigationGroups = (): NavigationGroup[] =>
  wayGroups(t, around())
    .map(({ title, ways }) => ({ title, ways: ways.map(counted) }))
    .toSpliced(1, 0, ...pinnedGroup())

function pinnedGroup(): NavigationGroup[] {
  const ways = viewer === null ? [] : pinnedWays()
  return ways.length === 0 ? [] : [{ title: t('Pinned|to the navigation'), ways }]
}
