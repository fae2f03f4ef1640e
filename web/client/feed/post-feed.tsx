import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import type { Post } from '../state/statuses.ts'
import { isHidden } from '../status/filters.ts'
import { type Context, StatusCard } from '../status/status-card.tsx'
import type { Feed } from './feed.ts'
import { FeedView } from './feed-view.tsx'

interface PostFeedProps {
  feed: Feed<Post>
  label: string
  context: Context
  empty: ComponentChildren
  /** which to show, beside what filters hide; the same function as long as it decides the same */
  shows?: (post: Post) => boolean
  keepsPlace?: boolean
  /** the person put these here: filters hide none of them */
  ignoresFilters?: boolean
  /** where the feed ends */
  end?: ComponentChildren
}

/** A feed of statuses. */
export function PostFeed({ context, shows, ignoresFilters = false, ...props }: PostFeedProps) {
  const isShown = useCallback(
    (post: Post) =>
      (ignoresFilters || !isHidden(post.shown.peek(), context)) && (shows?.(post) ?? true),
    [context, shows, ignoresFilters],
  )
  return (
    <FeedView key={props.feed.key} {...props} keyOf={idOf} shows={isShown}>
      {(post) => <StatusCard post={post} context={context} />}
    </FeedView>
  )
}

const idOf = ({ id }: Post): string => id
