import type { NavigationItem } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import { kindOf, MOST_PINS, type OwnWay, ownWaysOf, withPin } from '../state/own-ways.ts'
import { saveWebSetting, webSetting } from '../state/web-settings.ts'

const pins = (): readonly OwnWay[] => ownWaysOf(webSetting('pins').value, MOST_PINS)

/** Lists and hashtags that somebody pinned to the navigation. */
export const pinnedWays = (): NavigationItem[] => pins().flatMap((way) => namedWay(way) ?? [])

/** The way to a list or a hashtag. @returns null for what has no name of its own */
export function namedWay({ href, title }: OwnWay): NavigationItem | null {
  const kind = kindOf(href)
  if (kind === null) return null
  return { href, title: title ?? t('List'), icon: kind === 'tag' ? 'hash' : 'list' }
}

export const isPinned = (href: string): boolean => pins().some((way) => way.href === href)

export function pin(way: OwnWay, on: boolean): void {
  saveWebSetting('pins', withPin(pins(), way, on))
}
