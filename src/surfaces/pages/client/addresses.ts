/** An address that only the client serves. */
export interface ClientAddress {
  url: string
  /** folder of web/client/pages that shows the address; the document preloads its files */
  page: string
  /** kind of entity in the address that must exist; default: none */
  of?: 'profile' | 'status'
  /** API paths of the page's first requests, spelled as the page spells them; fetched while its scripts load */
  reads?: readonly string[]
}

/**
 * Addresses of the client without a server-rendered page; a program of web/client fills them from the API. Profiles,
 * statuses, hashtags and collections have server-rendered pages, which the client replaces where script runs; some
 * settings have forms for browsers without script (settings/sections.ts).
 */
export const CLIENT_ADDRESSES: Readonly<
  Record<'everybody' | 'signedIn', readonly ClientAddress[]>
> = {
  /** for visitors too, where the server's settings allow it */
  everybody: [
    { url: '/public', page: 'public' },
    { url: '/public/:origin', page: 'public' },
    { url: '/explore', page: 'explore' },
    { url: '/explore/:tab', page: 'explore' },
    { url: '/search', page: 'search' },
    { url: '/directory', page: 'directory' },
    { url: '/links/timeline', page: 'link' },
    { url: '/keyboard', page: 'keyboard' },
    { url: '/@:username/featured', page: 'profile', of: 'profile' },
    { url: '/@:username/followers', page: 'people', of: 'profile' },
    { url: '/@:username/following', page: 'people', of: 'profile' },
    { url: '/@:username/:id/favourites', page: 'reacted', of: 'status' },
    { url: '/@:username/:id/reblogs', page: 'reacted', of: 'status' },
    { url: '/@:username/:id/quotes', page: 'quotes', of: 'status' },
    { url: '/@:username/:id/history', page: 'history', of: 'status' },
  ],
  signedIn: [
    {
      url: '/home',
      page: 'home',
      reads: [
        '/api/v1/timelines/home',
        '/api/v1/markers?timeline%5B%5D=home',
        '/api/v1/announcements?with_dismissed=true',
      ],
    },
    { url: '/deck', page: 'deck' },
    { url: '/catch-up', page: 'catch-up' },
    { url: '/announcements', page: 'announcements' },
    { url: '/annual_reports', page: 'annual-report' },
    { url: '/annual_reports/:year', page: 'annual-report' },
    { url: '/start', page: 'start' },
    { url: '/notifications', page: 'notifications' },
    { url: '/notifications/requests', page: 'notification-requests' },
    { url: '/notifications/requests/:id', page: 'notification-requests' },
    { url: '/conversations', page: 'conversations' },
    { url: '/conversations/*', page: 'conversations' },
    { url: '/bookmarks', page: 'bookmarks' },
    { url: '/favourites', page: 'favourites' },
    { url: '/lists', page: 'lists' },
    { url: '/lists/:id', page: 'list' },
    { url: '/lists/:id/edit', page: 'list-edit' },
    { url: '/collections', page: 'collections' },
    { url: '/follow_requests', page: 'follow-requests' },
    { url: '/blocks', page: 'blocks' },
    { url: '/mutes', page: 'mutes' },
    { url: '/domain_blocks', page: 'domain-blocks' },
    { url: '/publish', page: 'publish' },
    { url: '/share', page: 'publish' },
    { url: '/drafts', page: 'drafts' },
    { url: '/scheduled', page: 'scheduled' },
  ],
}
