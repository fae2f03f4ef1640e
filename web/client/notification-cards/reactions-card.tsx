import type { Group } from '../notifications/groups.ts'
import { isUnread } from '../notifications/read-state.ts'
import { GroupHead } from './group-card.tsx'
import { StatusPreview } from './status-preview.tsx'

interface ReactionsCardProps {
  /** favourites and boosts of one post, newest first */
  groups: readonly Group[]
  onDismissed: (group: Group) => void
}

/** All that was done to a post: a line for each kind, and the post once. */
export function ReactionsCard({ groups, onDismissed }: ReactionsCardProps) {
  const post = groups[0]?.post ?? null
  const unread = groups.some(({ newestId }) => isUnread(newestId))
  return (
    <div class={unread ? 'notification reacted unread' : 'notification reacted'}>
      {groups.map((group) => (
        <GroupHead key={group.key} group={group} onDismissed={() => onDismissed(group)} />
      ))}
      <div class="reactions-post">{post !== null && <StatusPreview post={post} />}</div>
    </div>
  )
}
