/** An address that only the client has. */
export interface ClientAddress {
  url: string
  /** folder of web/client/pages that shows it: its files are asked for together with the document */
  page: string
  /** whether it is of a profile or post that has to be there; default `nothing` */
  of?: 'profile' | 'status'
  /** paths of the API that the page asks for first, as it writes them: asked for while its scripts still come */
  reads?: readonly string[]
}

/**
 * Addresses of the client that no other page has; a program of web/client fills them by the API. Those of
 * profiles, posts, hashtags and collections have pages that work without script, which the client takes over.
 */
export const CLIENT_ADDRESSES: Readonly<
  Record<'everybody' | 'signedIn', readonly ClientAddress[]>
> = {
  /** for visitors too, as far as the server's settings let them */
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
      reads: ['/api/v1/timelines/home', '/api/v1/markers?timeline%5B%5D=home'],
    },
    { url: '/notifications', page: 'notifications' },
    { url: '/notifications/requests', page: 'notification-requests' },
    { url: '/notifications/requests/:id', page: 'notification-requests' },
    { url: '/notifications/settings', page: 'notification-settings' },
    { url: '/conversations', page: 'conversations' },
    { url: '/conversations/*', page: 'conversations' },
    { url: '/bookmarks', page: 'bookmarks' },
    { url: '/favourites', page: 'favourites' },
    { url: '/followed_tags', page: 'followed-tags' },
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
    { url: '/preferences', page: 'preferences' },
    { url: '/profile/edit', page: 'edit-profile' },
  ],
}
