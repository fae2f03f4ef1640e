import { useRef } from 'preact/hooks'
import { plural, t } from '../../shared/i18n.ts'
import { parentOf } from '../feed/parents.ts'
import type { Group, Row } from '../feed/rows.ts'
import type { Post } from '../state/statuses.ts'
import type { Context } from './filter-verdict.ts'
import { isHidden } from './filters.ts'
import { reveal, revealStateOf } from './reveal-state.ts'
import { StatusCard } from './status-card.tsx'
import './conversation.css'

/** shown of a long one: what it begins with, and as many of the newest */
const NEWEST = 2

interface ConversationProps {
  row: Row<Post>
  group: Group
  context: Context
}

/** Posts of a timeline that answer each other, the oldest first; the middle of many is shown on request. */
export function Conversation({ row, group, context }: ConversationProps) {
  const element = useRef<HTMLElement>(null)
  const posts = [...parents(group, context), ...row.entries.toReversed()]
  const isWhole = revealStateOf(group.id).value.conversation ?? false
  const left = isWhole ? 0 : Math.max(0, posts.length - 1 - NEWEST)
  const show = () => {
    const next = posts[1]?.id
    reveal(group.id, { conversation: true })
    requestAnimationFrame(() =>
      element.current
        ?.querySelector<HTMLElement>(`article[data-status="${next}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const draw = (post: Post, at: number) => (
    <StatusCard
      key={post.id}
      post={post}
      context={context}
      line={at === 0 ? 'below' : at === posts.length - 1 ? 'above' : 'both'}
      isInThread={at !== 1 + left || left === 0 ? answers(post, posts[at - 1]) : false}
    />
  )
  return (
    // a heading and no region: there may be many of them
    <section ref={element} class="conversation">
      <h2 class="visually-hidden">{t('Conversation')}</h2>
      {posts.slice(0, 1).map(draw)}
      {left > 0 && (
        <button type="button" class="conversation-more" onClick={show}>
          {plural(left, 'Show {n} more in this conversation', 'Show {n} more in this conversation')}
        </button>
      )}
      {posts.slice(1 + left).map((post, at) => draw(post, at + 1 + left))}
    </section>
  )
}

function parents({ parent }: Group, context: Context): readonly Post[] {
  const found = parent === null ? null : parentOf(parent).value
  return found === null || isHidden(found.shown.value, context) ? [] : [found]
}

const answers = (post: Post, before: Post | undefined): boolean =>
  post.own.value.in_reply_to_id === before?.id
