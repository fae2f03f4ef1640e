import type { ComponentChildren } from 'preact'
import type {
  AdminTag,
  Publisher,
  Review,
  TrendingLink,
  TrendingStatus,
} from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import { LinkAbout, PublisherAbout, StatusAbout, TagAbout } from './trend-descriptions.tsx'

/** Something that rises, and how it is read and shown. */
export interface Kind {
  /** below /api/v1/admin/trends/ */
  path: string
  title: string
  /** so many are asked for at once: the most that the API gives */
  limit: number
  /** what stands there if there is nothing */
  empty: string
  nameOf(item: Review): string
  about(item: Review): ComponentChildren
}

/** @param about draws what the list at this path has */
function kind<T extends Review>(
  entry: Pick<Kind, 'path' | 'title' | 'limit' | 'empty'>,
  nameOf: (item: T) => string,
  about: (item: T) => ComponentChildren,
): Kind {
  return {
    ...entry,
    nameOf: (item) => nameOf(item as T),
    about: (item) => about(item as T),
  }
}

/** By the word for it in the address. */
export const KINDS = {
  hashtags: kind<AdminTag>(
    { path: 'tags', title: t('Hashtags'), limit: 20, empty: t('No hashtag is on the rise.') },
    ({ name }) => `#${name}`,
    (tag) => <TagAbout tag={tag} />,
  ),
  links: kind<TrendingLink>(
    { path: 'links', title: t('Links'), limit: 20, empty: t('No link is on the rise.') },
    ({ title, url }) => title || url,
    (link) => <LinkAbout link={link} />,
  ),
  statuses: kind<TrendingStatus>(
    { path: 'statuses', title: t('Posts'), limit: 40, empty: t('No post is on the rise.') },
    ({ account }) => t('the post of @{acct}', { acct: account.acct }),
    (status) => <StatusAbout status={status} />,
  ),
  sites: kind<Publisher>(
    {
      path: 'links/publishers',
      title: t('Sites'),
      limit: 200,
      empty: t('Nobody has linked to a site.'),
    },
    ({ domain }) => domain,
    (publisher) => <PublisherAbout publisher={publisher} />,
  ),
} as const

export const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name)
