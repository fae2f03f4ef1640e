import type { Status } from '../../shared/entities/api.ts'
import { Avatar } from '../people/name.tsx'
import { statusPath } from '../state/accounts.ts'
import type { Post } from '../state/statuses.ts'
import { Above } from './above.tsx'
import { ActionRow } from './action-row.tsx'
import { FilteredNote } from './filtered.tsx'
import { type Context, verdictOf } from './filters.ts'
import { opensOnPress } from './open-on-press.ts'
import { seenOf } from './seen.ts'
import { StatusBody } from './status-body.tsx'
import { StatusHead } from './status-head.tsx'
import './status.css'
import './status-parts.css'

export type { Context } from './filters.ts'

interface StatusCardProps {
  post: Post
  context: Context
  /** lines of a thread lead to it, and on from it */
  line?: 'above' | 'below' | 'both' | undefined
  /** whom a reply answers stands there already */
  isInThread?: boolean
}

/** A status in a list. What a filter hides is not drawn at all. */
export function StatusCard({ post, context, line, isInThread = false }: StatusCardProps) {
  const status = post.shown.value
  const verdict = verdictOf(status, context)
  const isCovered = verdict?.action === 'warn' && !seenOf(status.id).value.filtered
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
      <Above own={post.own.value} status={status} isInThread={isInThread} />
      {isCovered ? (
        <FilteredNote id={status.id} titles={verdict.titles} />
      ) : (
        <div class="status-columns">
          {/* biome-ignore lint/a11y/useAnchorContent: the name beside it is the same link */}
          <a class="status-face" href={`/@${status.account.acct}`} tabIndex={-1} aria-hidden="true">
            <Avatar account={status.account} size={44} />
          </a>
          <div class="status-main">
            <StatusHead status={status} />
            <StatusBody status={status} blurredBy={verdict?.titles} />
            <ActionRow status={status} />
          </div>
        </div>
      )}
    </article>
  )
}

/** What is read out when the whole is focused: who it is by. */
function labelOf({ account }: Status): string {
  return account.display_name === '' ? account.username : account.display_name
}
