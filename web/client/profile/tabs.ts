import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { feedOf, statusSource } from '../feed/feed-cache.ts'
import { profilePath } from '../state/accounts.ts'
import { mediaSource } from './media-source.ts'

export type Tab = 'posts' | 'with_replies' | 'media' | 'featured' | 'tagged'

/** The part of a profile that an address shows. */
export function tabAt(path: string): Tab {
  const [, , last = ''] = path.split('/')
  const known: readonly string[] = ['with_replies', 'media', 'featured', 'tagged']
  return known.includes(last) ? (last as Tab) : 'posts'
}

/** The tabs that somebody lets be seen. */
export function tabsOf(account: Account): { tab: Tab; title: string; href: string }[] {
  const base = profilePath(account)
  return [
    { tab: 'posts' as const, title: t('Posts'), href: base },
    { tab: 'with_replies' as const, title: t('Replies'), href: `${base}/with_replies` },
    ...(account.show_media
      ? [{ tab: 'media' as const, title: t('Media'), href: `${base}/media` }]
      : []),
    ...(account.show_featured
      ? [{ tab: 'featured' as const, title: t('Featured'), href: `${base}/featured` }]
      : []),
  ]
}

const statusesOf = ({ id }: Account) => `/api/v1/accounts/${id}/statuses`

/** Statuses of an account: without replies to others, with them, or with a hashtag. */
export function postsOf(account: Account, tab: Tab, tag?: string) {
  const query =
    tab === 'tagged' ? { tagged: tag ?? '' } : tab === 'posts' ? { exclude_replies: true } : {}
  return feedOf(statusSource(statusesOf(account), query))
}

export function mediaOf(account: Account) {
  const query = { only_media: true, exclude_replies: !account.show_media_replies }
  return feedOf(mediaSource(statusesOf(account), query))
}
