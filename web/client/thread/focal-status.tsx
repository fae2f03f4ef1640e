import type { Status } from '../../shared/entities/api.ts'
import { formatDateTime } from '../../shared/format.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Icon, Pencil } from '../../shared/icons.tsx'
import { Avatar } from '../people/account-name.tsx'
import { profilePath, statusPath } from '../state/accounts.ts'
import type { Post } from '../state/statuses.ts'
import { ActionRow } from '../status/action-row.tsx'
import { FilteredNote } from '../status/filtered-note.tsx'
import { verdictOf } from '../status/filters.ts'
import { revealStateOf } from '../status/reveal-state.ts'
import { StatusBody } from '../status/status-body.tsx'
import { Author } from '../status/status-head.tsx'
import { VisibilitySign, visibilityWords } from '../status/visibility.tsx'

/** The status that a page is about. Whoever goes to it sees it, even if a filter would hide it in lists. */
export function FocalStatus({ post, hasAncestors }: { post: Post; hasAncestors: boolean }) {
  const status = post.shown.value
  const { account } = status
  const verdict = verdictOf(status, 'thread')
  const isCovered =
    verdict !== null && verdict.action !== 'blur' && !revealStateOf(status.id).value.filtered
  return (
    <article
      class={hasAncestors ? 'status focal line-above' : 'status focal'}
      data-status={status.id}
      data-context="thread"
      tabIndex={-1}
      aria-current="true"
    >
      <header class="focal-head">
        {/* biome-ignore lint/a11y/useAnchorContent: the name beside it is the same link */}
        <a class="status-face" href={profilePath(account)} tabIndex={-1} aria-hidden="true">
          <Avatar account={account} size={44} />
        </a>
        <Author account={account} />
      </header>
      {isCovered ? (
        <FilteredNote id={status.id} titles={verdict.titles} />
      ) : (
        <div class="focal-body">
          <StatusBody status={status} isFocal blurredBy={verdict?.titles} />
        </div>
      )}
      <About status={status} />
      <Counts status={status} />
      <ActionRow status={status} isBare />
    </article>
  )
}

/** When and with what it was written. */
function About({ status }: { status: Status }) {
  const { created_at, edited_at, application, visibility } = status
  const path = statusPath(status)
  return (
    <p class="focal-about">
      <a href={path} data-key="open">
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </a>
      <span class="focal-visibility">
        <VisibilitySign visibility={visibility} />{' '}
        <span aria-hidden="true">{visibilityWords(visibility)}</span>
      </span>
      {application != null && (
        <span>
          {application.website === null ? (
            application.name
          ) : (
            <a href={application.website} target="_blank" rel="noopener noreferrer nofollow">
              {application.name}
            </a>
          )}
        </span>
      )}
      {edited_at !== null && (
        <a href={`${path}/history`}>
          <Icon of={Pencil} size={14} /> {t('Edited {time}', { time: formatDateTime(edited_at) })}
        </a>
      )}
    </p>
  )
}

/** How many passed it on or liked it, leading to who. */
function Counts({ status }: { status: Status }) {
  const { reblogs_count, quotes_count, favourites_count } = status
  const path = statusPath(status)
  if (reblogs_count + quotes_count + favourites_count === 0) return null
  return (
    <p class="focal-counts">
      {reblogs_count > 0 && (
        <a href={`${path}/reblogs`}>{plural(reblogs_count, '{n} boost', '{n} boosts')}</a>
      )}
      {quotes_count > 0 && (
        <a href={`${path}/quotes`}>{plural(quotes_count, '{n} quote', '{n} quotes')}</a>
      )}
      {favourites_count > 0 && (
        <a href={`${path}/favourites`}>
          {plural(favourites_count, '{n} favourite', '{n} favourites')}
        </a>
      )}
    </p>
  )
}
