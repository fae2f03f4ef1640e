import { useContext } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { Icon, UserCheck } from '../../shared/icons.tsx'
import { useRelationship } from '../people/relationships.ts'
import type { Post } from '../state/statuses.ts'
import { ThreadContext } from './thread-context.ts'

/** Marks the author of a thread, people whom the viewer follows, and new replies. */
export function Marks({ post }: { post: Post }) {
  const thread = useContext(ThreadContext)
  const { account } = post.shown.value
  const isFollowed = useRelationship(account.id)?.following ?? false
  const isAuthor = account.id === thread?.authorId
  return (
    <>
      {isAuthor && <span class="thread-mark">{t('Author')}</span>}
      {isFollowed && !isAuthor && (
        <span class="thread-followed" title={t('You follow them')}>
          <Icon of={UserCheck} size={14} />
          <span class="visually-hidden">{t('You follow them')}</span>
        </span>
      )}
      {thread?.fresh.value.has(post.id) && <span class="thread-mark new">{t('New')}</span>}
    </>
  )
}
