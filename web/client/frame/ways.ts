import type { Signal } from '@preact/signals'
import { t } from '../../shared/i18n.ts'
import {
  Bell,
  Bookmark,
  Compass,
  Globe,
  Hash,
  House,
  List,
  Mail,
  Search,
  Settings,
  Star,
  User,
  Users,
} from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { instance } from '../state/server.ts'
import { unreadConversations, unreadNotifications } from './counts.ts'

/** Where one can go. */
export interface Way {
  href: string
  title: string
  icon: typeof House
  /** how many things wait there */
  count?: Signal<number>
  /** the addresses below it belong to it, too */
  below?: true
}

/** The places that one goes to most, in the side of wide screens. */
export const mainWays = (): Way[] => (viewer === null ? visitorWays() : ownWays(viewer.username))

function visitorWays(): Way[] {
  return [
    { href: '/', title: t('Front page'), icon: House },
    { href: '/explore', title: t('Explore'), icon: Compass, below: true },
    ...liveWays(),
    { href: '/search', title: t('Search'), icon: Search },
    { href: '/directory', title: t('People'), icon: User },
  ]
}

function ownWays(username: string): Way[] {
  return [
    { href: '/home', title: t('Home'), icon: House },
    {
      href: '/notifications',
      title: t('Notifications'),
      icon: Bell,
      count: unreadNotifications,
      below: true,
    },
    { href: '/explore', title: t('Explore'), icon: Compass, below: true },
    { href: '/search', title: t('Search'), icon: Search },
    ...liveWays(),
    {
      href: '/conversations',
      title: t('Private mentions'),
      icon: Mail,
      count: unreadConversations,
    },
    { href: '/bookmarks', title: t('Bookmarks'), icon: Bookmark },
    { href: '/favourites', title: t('Favourites'), icon: Star },
    { href: '/lists', title: t('Lists'), icon: List },
    { href: '/followed_tags', title: t('Hashtags'), icon: Hash },
    { href: `/@${username}`, title: t('Profile'), icon: User },
    { href: '/preferences', title: t('Preferences'), icon: Settings },
  ]
}

/** Live feeds, as far as the server shows them to who is there. */
function liveWays(): Way[] {
  const access = instance.value?.configuration.timelines_access.live_feeds
  const isShown = (who: 'public' | 'authenticated' | 'disabled' | undefined) =>
    who === undefined || who === 'public' || (who === 'authenticated' && viewer !== null)
  const ways: Way[] = []
  if (isShown(access?.local)) {
    ways.push({ href: '/public/local', title: t('This server'), icon: Users })
  }
  if (isShown(access?.remote)) ways.push({ href: '/public', title: t('All servers'), icon: Globe })
  return ways
}

/** Those in the bar at the foot of a phone, around the button that writes. */
export function barWays(): Way[] {
  const wanted =
    viewer === null
      ? ['/', '/explore', '/public/local', '/search']
      : ['/home', '/search', '/notifications']
  return mainWays().filter(({ href }) => wanted.includes(href))
}

/** Whether a way leads to where the person is. */
export const isAt = ({ href, below }: Way, path: string): boolean =>
  path === href || (below === true && path.startsWith(`${href}/`))
