import { displayName } from '../../../shared/components/person.tsx'
import { Age } from '../../../shared/components/time.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { formatCompact } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { Icon, Images, Repeat2, Reply, Star } from '../../../shared/icons.tsx'
import { Avatar } from '../../people/account-name.tsx'
import { statusPath } from '../../state/accounts.ts'
import type { Post } from '../../state/statuses.ts'
import { verdictOf } from '../../status/filters.ts'
import { opensOnPress } from '../../status/open-on-press.ts'
import { directionOf } from '../../status/text-links.ts'
import { textOf } from '../../status/words.ts'
import type { Entry } from './digest.ts'
import { nameOf, namesOf } from './names.ts'

/** A post in two lines: enough to choose which to read. */
export function Peek({ entry }: { entry: Entry<Post> }) {
  const { post, kind, by } = entry
  const status = post.shown.value
  const path = statusPath(status)
  const name = nameOf(status.account)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link of its text does the same by the keyboard
    <article
      class="peek"
      data-status={post.id}
      tabIndex={-1}
      aria-label={name}
      onClick={(event) => opensOnPress(event, path)}
    >
      <Avatar account={status.account} size={36} />
      <div class="peek-main">
        <p class="peek-head">
          <bdi class="name">{displayName(status.account)}</bdi>
          {kind === 'boosts' && (
            <span class="peek-by muted">
              <Icon of={Repeat2} size={14} /> <bdi>{namesOf(by)}</bdi>
            </span>
          )}
          <span class="peek-time muted">
            <Age at={status.created_at} />
          </span>
        </p>
        <a
          class="peek-words"
          href={path}
          data-key="open"
          dir={directionOf(status.language)}
          lang={status.language ?? ''}
        >
          {wordsOf(status)}
        </a>
        <Figures status={status} />
      </div>
    </article>
  )
}

function wordsOf(status: Status): string {
  const verdict = verdictOf(status, 'home')
  if (verdict?.action === 'warn') {
    return t('Hidden by your filter “{title}”', { title: verdict.titles.join(', ') })
  }
  if (status.spoiler_text !== '') return t('Content warning: {text}', { text: status.spoiler_text })
  const text = textOf(status.content)
  if (text !== '') return text
  return status.poll === null ? t('A post without words') : t('A poll')
}

function Figures({ status }: { status: Status }) {
  const { media_attachments: media, replies_count, reblogs_count, favourites_count } = status
  const figures = [
    [Images, media.length, plural(media.length, '{n} attachment', '{n} attachments')],
    [Reply, replies_count, plural(replies_count, '{n} reply', '{n} replies')],
    [Repeat2, reblogs_count, plural(reblogs_count, '{n} boost', '{n} boosts')],
    [Star, favourites_count, plural(favourites_count, '{n} favourite', '{n} favourites')],
  ] as const
  const shown = figures.filter(([, count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <ul class="peek-figures">
      {shown.map(([icon, count, words]) => (
        <li key={words} title={words}>
          <Icon of={icon} size={14} /> <span aria-hidden="true">{formatCompact(count)}</span>
          <span class="visually-hidden">{words}</span>
        </li>
      ))}
    </ul>
  )
}
