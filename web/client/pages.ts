import { viewer } from '../shared/session.ts'
import type { PageModule, PageProps } from './page.ts'

export interface PageEntry {
  /** `:name` stands for one part of the address; the first pattern that fits counts */
  path: string
  /** who is not signed in is sent to do so */
  signedIn?: true
  load: () => Promise<PageModule>
}

/**
 * Every page of the client. Addresses are those that people know from other servers' pages; the server has to know
 * them, too (src/surfaces/pages/client/addresses.ts, or a page of its own that the client takes over).
 */
export const pages: readonly PageEntry[] = [
  { path: '/', load: () => import('./pages/landing/page.tsx') },
  { path: '/home', signedIn: true, load: () => import('./pages/home/page.tsx') },
  {
    path: '/announcements',
    signedIn: true,
    load: () => import('./pages/announcements/page.tsx'),
  },
  {
    path: '/annual_reports',
    signedIn: true,
    load: () => import('./pages/annual-report/page.tsx'),
  },
  {
    path: '/annual_reports/:year',
    signedIn: true,
    load: () => import('./pages/annual-report/page.tsx'),
  },
  { path: '/deck', signedIn: true, load: () => import('./pages/deck/page.tsx') },
  { path: '/catch-up', signedIn: true, load: () => import('./pages/catch-up/page.tsx') },
  { path: '/start', signedIn: true, load: () => import('./pages/start/page.tsx') },
  { path: '/public', load: () => import('./pages/public/page.tsx') },
  { path: '/public/:origin', load: () => import('./pages/public/page.tsx') },
  { path: '/tags/:tag', load: () => import('./pages/tag/page.tsx') },
  { path: '/links/timeline', load: () => import('./pages/link/page.tsx') },
  { path: '/explore', load: () => import('./pages/explore/page.tsx') },
  { path: '/explore/:tab', load: () => import('./pages/explore/page.tsx') },
  { path: '/search', load: () => import('./pages/search/page.tsx') },
  { path: '/directory', load: () => import('./pages/directory/page.tsx') },
  { path: '/bookmarks', signedIn: true, load: () => import('./pages/bookmarks/page.tsx') },
  { path: '/favourites', signedIn: true, load: () => import('./pages/favourites/page.tsx') },
  { path: '/notifications', signedIn: true, load: () => import('./pages/notifications/page.tsx') },
  {
    path: '/notifications/requests',
    signedIn: true,
    load: () => import('./pages/notification-requests/page.tsx'),
  },
  {
    path: '/notifications/requests/:id',
    signedIn: true,
    load: () => import('./pages/notification-requests/page.tsx'),
  },
  {
    path: '/notifications/settings',
    signedIn: true,
    load: () => import('./pages/notification-settings/page.tsx'),
  },
  { path: '/conversations', signedIn: true, load: () => import('./pages/conversations/page.tsx') },
  { path: '/lists', signedIn: true, load: () => import('./pages/lists/page.tsx') },
  { path: '/lists/:id', signedIn: true, load: () => import('./pages/list/page.tsx') },
  { path: '/lists/:id/edit', signedIn: true, load: () => import('./pages/list-edit/page.tsx') },
  { path: '/collections', signedIn: true, load: () => import('./pages/collections/page.tsx') },
  { path: '/collections/:id', load: () => import('./pages/collection/page.tsx') },
  { path: '/followed_tags', signedIn: true, load: () => import('./pages/followed-tags/page.tsx') },
  {
    path: '/follow_requests',
    signedIn: true,
    load: () => import('./pages/follow-requests/page.tsx'),
  },
  { path: '/blocks', signedIn: true, load: () => import('./pages/blocks/page.tsx') },
  { path: '/mutes', signedIn: true, load: () => import('./pages/mutes/page.tsx') },
  { path: '/domain_blocks', signedIn: true, load: () => import('./pages/domain-blocks/page.tsx') },
  { path: '/publish', signedIn: true, load: () => import('./pages/publish/page.tsx') },
  { path: '/share', signedIn: true, load: () => import('./pages/publish/page.tsx') },
  { path: '/drafts', signedIn: true, load: () => import('./pages/drafts/page.tsx') },
  { path: '/scheduled', signedIn: true, load: () => import('./pages/scheduled/page.tsx') },
  { path: '/preferences', signedIn: true, load: () => import('./pages/preferences/page.tsx') },
  { path: '/profile/edit', signedIn: true, load: () => import('./pages/edit-profile/page.tsx') },
  { path: '/filters', signedIn: true, load: () => import('./pages/filters/page.tsx') },
  { path: '/filters/new', signedIn: true, load: () => import('./pages/filter-edit/page.tsx') },
  {
    path: '/filters/:id/edit',
    signedIn: true,
    load: () => import('./pages/filter-edit/page.tsx'),
  },
  { path: '/keyboard', load: () => import('./pages/keyboard/page.tsx') },
  { path: '/@:acct', load: () => import('./pages/profile/page.tsx') },
  { path: '/@:acct/with_replies', load: () => import('./pages/profile/page.tsx') },
  { path: '/@:acct/media', load: () => import('./pages/profile/page.tsx') },
  { path: '/@:acct/featured', load: () => import('./pages/profile/page.tsx') },
  { path: '/@:acct/tagged/:tag', load: () => import('./pages/profile/page.tsx') },
  { path: '/@:acct/followers', load: () => import('./pages/people/page.tsx') },
  { path: '/@:acct/following', load: () => import('./pages/people/page.tsx') },
  { path: '/@:acct/:id', load: () => import('./pages/thread/page.tsx') },
  { path: '/@:acct/:id/favourites', load: () => import('./pages/reacted/page.tsx') },
  { path: '/@:acct/:id/reblogs', load: () => import('./pages/reacted/page.tsx') },
  { path: '/@:acct/:id/quotes', load: () => import('./pages/quotes/page.tsx') },
  { path: '/@:acct/:id/history', load: () => import('./pages/history/page.tsx') },
]

export interface FoundPage {
  entry: PageEntry
  params: PageProps['params']
}

const patterns = pages.map((entry) => ({ entry, pattern: patternOf(entry.path) }))

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)
}

/** The page at an address. @returns null if the server has to be asked for a document */
export function findPage(path: string): FoundPage | null {
  for (const { entry, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match === null) continue
    if (entry.signedIn && viewer === null) return null
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
    return { entry, params: Object.fromEntries(params) }
  }
  return null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
