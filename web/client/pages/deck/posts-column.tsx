import { useCallback } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { accessTo, Closed } from '../../feed/access.tsx'
import { createFeed, type Feed } from '../../feed/feed.ts'
import { heldFeed } from '../../feed/feed-cache.ts'
import { homeGrouping, isBoost, isReply } from '../../feed/home.ts'
import { useReadPosition } from '../../feed/read-position.ts'
import { useShelf } from '../../feed/shelves.ts'
import { useStream } from '../../feed/use-stream.ts'
import { useRelationship } from '../../people/relationships.ts'
import type { Post } from '../../state/statuses.ts'
import { PostFeed } from '../../status/post-feed.tsx'
import { titleOf } from './column-words.ts'
import { type Column, hasOption, optionsOf } from './columns.ts'
import { readAnew } from './deck-state.ts'
import { type ColumnPosts, streamOfAccount } from './posts-of.ts'

/** The feed of a column, with a place of its own. */
export const feedOfColumn = ({ id }: Column, { source }: ColumnPosts): Feed<Post> =>
  heldFeed(id, source.key, (key) => createFeed({ ...source, key }))

interface PostsColumnProps {
  column: Column
  posts: ColumnPosts
}

export function PostsColumn({ column, posts }: PostsColumnProps) {
  const access = posts.access === undefined ? 'open' : accessTo(...posts.access)
  if (access !== 'open') return <Closed access={access} />
  if (column.kind === 'home') return <HomeColumn column={column} posts={posts} />
  if (column.kind === 'account') return <AccountColumn column={column} posts={posts} />
  if (posts.isShelf === true) return <ShelfColumn column={column} posts={posts} />
  if (posts.stream === null) return <Posts column={column} posts={posts} />
  return <LiveColumn column={column} posts={posts} />
}

/** Posts of home that are read here are read on its page, too. */
function HomeColumn({ column, posts }: PostsColumnProps) {
  useReadPosition(feedOfColumn(column, posts))
  return <LiveColumn column={column} posts={posts} />
}

function LiveColumn({ column, posts }: PostsColumnProps) {
  const { stream, params, accepts } = posts
  useStream(feedOfColumn(column, posts), stream, params, accepts)
  return <Posts column={column} posts={posts} />
}

/** Posts of an account come with home where one follows it, or else with what is public. */
function AccountColumn({ column, posts }: PostsColumnProps) {
  const { of = '' } = column
  const relationship = useRelationship(of)
  const isFollowed = viewer?.account_id === of ? true : (relationship?.following ?? null)
  const stream = isFollowed === null ? null : streamOfAccount(column, isFollowed)
  useStream(feedOfColumn(column, posts), stream, {}, posts.accepts)
  return <Posts column={column} posts={posts} />
}

/** Bookmarks and favourites. */
function ShelfColumn({ column, posts }: PostsColumnProps) {
  const { id } = column
  const lose = useCallback(() => readAnew(id), [id])
  useShelf(feedOfColumn(column, posts), posts.source, lose)
  return <Posts column={column} posts={posts} />
}

function Posts({ column, posts }: PostsColumnProps) {
  const feed = feedOfColumn(column, posts)
  const withoutBoosts = hasOption(column, 'no-boosts')
  const withoutReplies = hasOption(column, 'no-replies')
  const shows = useCallback(
    (post: Post) => !(withoutBoosts && isBoost(post)) && !(withoutReplies && isReply(post)),
    [withoutBoosts, withoutReplies],
  )
  return (
    <PostFeed
      feed={feed}
      label={titleOf(column)}
      context={posts.context}
      ignoresFilters={posts.ignoresFilters === true}
      shows={shows}
      grouping={column.kind === 'home' ? homeGrouping() : undefined}
      keepsPlace
      empty={<p>{emptyWords(column)}</p>}
    />
  )
}

function emptyWords(column: Column): string {
  if (optionsOf(column.kind).some((option) => hasOption(column, option))) {
    return t('No posts are as you want them here. The menu of the column says what is left out.')
  }
  if (column.kind === 'search') return t('No posts were found.')
  return t('Nothing here yet.')
}
