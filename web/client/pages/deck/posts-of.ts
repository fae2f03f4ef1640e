import type { Status } from '../../../shared/entities/api.ts'
import type { Origin } from '../../feed/access.tsx'
import type { Source } from '../../feed/feed.ts'
import { statusSource } from '../../feed/feed-cache.ts'
import { homeSource } from '../../feed/home.ts'
import { searchSource } from '../../feed/search-source.ts'
import type { Post } from '../../state/statuses.ts'
import type { Context } from '../../status/filter-verdict.ts'
import { type Column, hasOption } from './columns.ts'

/** Where the posts of a column come from. */
export interface ColumnPosts {
  source: Source<Post>
  /** null: nothing arrives by itself, or who it is of decides */
  stream: string | null
  /** the person's own list, which changes by what they do */
  isShelf?: true
  params?: Readonly<Record<string, string>>
  accepts?: (status: Status) => boolean
  context: Context
  /** the person put these there */
  ignoresFilters?: boolean
  /** what the server's settings may close */
  access?: ['live_feeds' | 'hashtag_feeds', Origin]
}

const hasMedia = ({ media_attachments: media }: Status): boolean => media.length > 0

/** @returns null for a column of something else */
export function postsOf(column: Column): ColumnPosts | null {
  const { kind, of = '' } = column
  if (kind === 'home') return { source: homeSource, stream: 'user', context: 'home' }
  if (kind === 'local' || kind === 'public') return publicPosts(column)
  if (kind === 'list') {
    const source = statusSource(`/api/v1/timelines/list/${encodeURIComponent(of)}`)
    return { source, stream: 'list', params: { list: of }, context: 'home' }
  }
  if (kind === 'tag') return tagPosts(column)
  if (kind === 'search') return { source: searchSource(of), stream: null, context: 'public' }
  if (kind === 'account') return accountPosts(column)
  if (kind !== 'bookmarks' && kind !== 'favourites') return null
  const source = statusSource(`/api/v1/${kind}`)
  return { source, stream: null, isShelf: true, context: 'account', ignoresFilters: true }
}

const mediaOnly = (column: Column) => (hasOption(column, 'media') ? { only_media: true } : {})

function publicPosts(column: Column): ColumnPosts {
  const isLocal = column.kind === 'local'
  const query = { ...(isLocal ? { local: true } : {}), ...mediaOnly(column) }
  const stream = isLocal ? 'public:local' : 'public'
  return {
    source: statusSource('/api/v1/timelines/public', query),
    stream: hasOption(column, 'media') ? `${stream}:media` : stream,
    context: 'public',
    access: ['live_feeds', isLocal ? 'local' : 'all'],
  }
}

function tagPosts(column: Column): ColumnPosts {
  const { of = '' } = column
  return {
    source: statusSource(`/api/v1/timelines/tag/${encodeURIComponent(of)}`, mediaOnly(column)),
    stream: 'hashtag',
    params: { tag: of },
    ...(hasOption(column, 'media') ? { accepts: hasMedia } : {}),
    context: 'public',
    access: ['hashtag_feeds', 'all'],
  }
}

function accountPosts(column: Column): ColumnPosts {
  const query = {
    ...mediaOnly(column),
    ...(hasOption(column, 'no-replies') ? { exclude_replies: true } : {}),
    ...(hasOption(column, 'no-boosts') ? { exclude_reblogs: true } : {}),
  }
  const path = `/api/v1/accounts/${encodeURIComponent(column.of ?? '')}/statuses`
  const isOf = ({ account }: Status) => account.id === column.of
  const accepts = hasOption(column, 'media')
    ? (status: Status) => isOf(status) && hasMedia(status)
    : isOf
  return { source: statusSource(path, query), stream: null, accepts, context: 'account' }
}

/** The stream that brings posts of an account: the own one, or what is public on the server that it is of. */
export function streamOfAccount({ name = '' }: Column, isFollowed: boolean): string {
  if (isFollowed) return 'user'
  return name.includes('@') ? 'public:remote' : 'public:local'
}
