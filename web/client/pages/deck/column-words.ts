import { t } from '../../../shared/i18n.ts'
import {
  AtSign,
  Bell,
  Bookmark,
  CircleHelp,
  Globe,
  Hash,
  House,
  List,
  Mail,
  Search,
  Star,
  User,
  Users,
} from '../../../shared/icons.tsx'
import { isTab, type Tab, tabTitles } from '../../notifications/tabs.ts'
import { ownLists } from '../../people/lists/lists.ts'
import { type Column, isKnownKind, type Kind, type NewColumn } from './columns.ts'

/** The part of the notifications that a column shows. */
export const tabOf = ({ of }: Pick<Column, 'of'>): Tab => (isTab(of) ? of : 'all')

/** The name of a column. */
export function titleOf(column: Omit<Column, 'id'>): string {
  const { kind, of = '', name } = column
  if (!isKnownKind(kind)) return t('Unknown column')
  const titles: Record<Kind, () => string> = {
    home: () => t('Home'),
    local: () => t('This server'),
    public: () => t('All servers'),
    list: () => ownLists().data.value?.find(({ id }) => id === of)?.title ?? name ?? t('List'),
    tag: () => `#${of}`,
    search: () => of,
    notifications: () => notificationsTitle(tabOf(column)),
    conversations: () => t('Private mentions'),
    bookmarks: () => t('Bookmarks'),
    favourites: () => t('Favourites'),
    account: () => `@${name ?? of}`,
  }
  return titles[kind]()
}

function notificationsTitle(tab: Tab): string {
  if (tab === 'all') return t('Notifications')
  const part = tabTitles().find(([name]) => name === tab)?.[1] ?? tab
  if (tab === 'mentions') return part
  return t('Notifications: {part}', { part })
}

export function iconOf({ kind, of }: Omit<Column, 'id'>) {
  if (!isKnownKind(kind)) return CircleHelp
  const icons = {
    home: House,
    local: Users,
    public: Globe,
    list: List,
    tag: Hash,
    search: Search,
    notifications: of === 'mentions' ? AtSign : Bell,
    conversations: Mail,
    bookmarks: Bookmark,
    favourites: Star,
    account: User,
  } satisfies Record<Kind, typeof House>
  return icons[kind]
}

/** The page that shows the same. */
export function pageOf({ kind, of = '', name = '' }: Column): string {
  if (!isKnownKind(kind)) return '/home'
  const pages: Record<Kind, string> = {
    home: '/home',
    local: '/public/local',
    public: '/public',
    list: `/lists/${of}`,
    tag: `/tags/${encodeURIComponent(of)}`,
    search: `/search?${new URLSearchParams({ q: of, type: 'statuses' })}`,
    notifications: `/notifications?${new URLSearchParams({ show: of })}`,
    conversations: '/conversations',
    bookmarks: '/bookmarks',
    favourites: '/favourites',
    account: `/@${name}`,
  }
  return pages[kind]
}

/** Columns that need nothing more to be said. */
export const readyColumns = (): readonly NewColumn[] => [
  { kind: 'home' },
  { kind: 'notifications', of: 'all' },
  { kind: 'notifications', of: 'mentions' },
  { kind: 'local' },
  { kind: 'public' },
  { kind: 'conversations' },
  { kind: 'bookmarks' },
  { kind: 'favourites' },
]
