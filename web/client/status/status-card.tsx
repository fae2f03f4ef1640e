import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Status } from '../../shared/entities/api.ts'
import { Avatar } from '../people/account-name.tsx'
import { statusPath } from '../state/accounts.ts'
import type { Post } from '../state/statuses.ts'
import { ActionRow } from './action-row.tsx'
import type { Context } from './filter-verdict.ts'
import { FilteredNote } from './filtered-note.tsx'
import { verdictOf } from './filters.ts'
import { leadingMentions } from './leading-mentions.ts'
import { opensOnPress } from './open-on-press.ts'
import { ReplySign } from './reply-sign.tsx'
import { revealStateOf } from './reveal-state.ts'
import { StatusBody } from './status-body.tsx'
import { StatusHead } from './status-head.tsx'
import { StatusPrepend } from './status-prepend.tsx'
import './status.css'
import './status-parts.css'

interface StatusCardProps {
  post: Post
  context: Context
  /** lines of a thread lead to it, and on from it */
  line?: 'above' | 'below' | 'both' | undefined
  /** whom a reply answers stands there already */
  isInThread?: boolean
  /** who its author is in this place, beside the name */
  marks?: ComponentChildren
  /** stands at the end of it */
  foot?: ComponentChildren
}

/** A status in a list. What a filter hides is not drawn at all. */
export function StatusCard(props: StatusCardProps) {
  const { post, context, line, isInThread = false, marks, foot } = props
  const status = post.shown.value
  const verdict = verdictOf(status, context)
  const isCovered = verdict?.action === 'warn' && !revealStateOf(status.id).value.filtered
  if (verdict?.action === 'hide') return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link of its time does the same by the keyboard
    <article
      class={line === undefined ? 'status' : `status line-${line}`}
      data-status={post.id}
      data-context={context}
      tabIndex={-1}
      aria-label={labelOf(status)}
      onClick={(event) => opensOnPress(event, statusPath(status))}
    >
      <StatusPrepend own={post.own.value} status={status} />
      {isCovered ? (
        <FilteredNote id={status.id} titles={verdict.titles} />
      ) : (
        <div class="status-columns">
          {/* biome-ignore lint/a11y/useAnchorContent: the name beside it is the same link */}
          <a class="status-face" href={`/@${status.account.acct}`} tabIndex={-1} aria-hidden="true">
            <Avatar account={status.account} size={40} />
          </a>
          <Main status={status} blurredBy={verdict?.titles} isInThread={isInThread} marks={marks} />
        </div>
      )}
      {foot}
    </article>
  )
}

interface MainProps {
  status: Status
  blurredBy: readonly string[] | undefined
  isInThread: boolean
  marks: ComponentChildren
}

function Main({ status, blurredBy, isInThread, marks }: MainProps) {
  const { content, mentions, in_reply_to_account_id: to } = status
  const people = useMemo(
    () => (to === null ? [] : leadingMentions(content, mentions).people),
    [content, mentions, to],
  )
  return (
    <div class="status-main">
      <StatusHead
        status={status}
        after={
          <>
            {marks}
            <ReplySign status={status} people={people} isInThread={isInThread} />
          </>
        }
      />
      <StatusBody status={status} blurredBy={blurredBy} foldsMentions={people.length > 0} />
      <ActionRow status={status} />
    </div>
  )
}

/** The accessible name of the card: the author. */
function labelOf({ account }: Status): string {
  return account.display_name === '' ? account.username : account.display_name
}
