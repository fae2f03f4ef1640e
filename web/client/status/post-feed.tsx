import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import type { Feed } from '../feed/feed.ts'
import { FeedView } from '../feed/feed-view.tsx'
import type { Grouping } from '../feed/rows.ts'
import type { Post } from '../state/statuses.ts'
import { Boosts } from './boosts.tsx'
import { Conversation } from './conversation.tsx'
import type { Context } from './filter-verdict.ts'
import { isHidden } from './filters.ts'
import { StatusCard } from './status-card.tsx'

interface PostFeedProps {
  feed: Feed<Post>
  label: string
  context: Context
  empty: ComponentChildren
  /** which to show, beside what filters hide; the same function as long as it decides the same */
  shows?: (post: Post) => boolean
  /** which posts are shown as one; the same function as long as it decides the same */
  grouping?: Grouping<Post> | undefined
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
    <FeedView
      key={props.feed.key}
      {...props}
      keyOf={idOf}
      shows={isShown}
      drawGroup={(row, group) =>
        group.kind === 'boosts' ? (
          <Boosts row={row} context={context} />
        ) : (
          <Conversation row={row} group={group} context={context} />
        )
      }
    >
      {(post) => <StatusCard post={post} context={context} />}
    </FeedView>
  )
}

const idOf = ({ id }: Post): string => id
