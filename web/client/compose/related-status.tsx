import { Html } from '../../shared/components/html.tsx'
import { displayName, withEmojis } from '../../shared/components/person.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Icon, Quote, Reply, X } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { Avatar } from '../people/account-name.tsx'
import { changeWriting, useComposition } from './composition.ts'

/** The status that the post replies to, readable during writing. */
export function RepliedStatus() {
  const { writing } = useComposition()
  const { replyTo } = writing.value
  if (replyTo === null) return null
  const name = nameOf(replyTo)
  return (
    <section class="compose-belonging" aria-label={t('You answer {name}', { name })}>
      <p class="compose-belonging-why">
        <Icon of={Reply} size={16} />{' '}
        <span>{rich('You answer {name}', { name: displayName(replyTo.account) })}</span>
      </p>
      <Excerpt status={replyTo} />
    </section>
  )
}

/** The quoted status; an edit cannot remove it. */
export function QuotedStatus() {
  const composition = useComposition()
  const { quote, editId } = composition.writing.value
  if (quote === null) return null
  const name = nameOf(quote)
  return (
    <section class="compose-belonging quoted" aria-label={t('You quote {name}', { name })}>
      <p class="compose-belonging-why">
        <Icon of={Quote} size={16} />{' '}
        <span>{rich('You quote {name}', { name: displayName(quote.account) })}</span>
        {editId === null && (
          <button
            type="button"
            class="compose-tool"
            aria-label={t('Do not quote it')}
            title={t('Do not quote it')}
            onClick={() => changeWriting(composition, { quote: null })}
          >
            <Icon of={X} size={18} />
          </button>
        )}
      </p>
      <Excerpt status={quote} />
    </section>
  )
}

function Excerpt({ status }: { status: Status }) {
  const media = status.media_attachments.length
  return (
    <div class="compose-excerpt">
      <p class="compose-excerpt-head">
        <Avatar account={status.account} size={24} />
        <bdi class="name">{displayName(status.account)}</bdi>
        <span class="handle" dir="ltr">
          @{status.account.acct}
        </span>
      </p>
      {status.spoiler_text !== '' && (
        <p dir="auto">
          <strong>{withEmojis(status.spoiler_text, status.emojis)}</strong>
        </p>
      )}
      {/* inert: its links would lead away from what is being written */}
      <div
        class="compose-excerpt-text"
        dir="auto"
        lang={status.language ?? undefined}
        inert
        tabIndex={-1}
      >
        <Html html={status.content} emojis={status.emojis} />
      </div>
      {media > 0 && <p class="muted">{plural(media, '{n} attachment', '{n} attachments')}</p>}
    </div>
  )
}

const nameOf = ({ account }: Status): string => account.display_name || account.username
