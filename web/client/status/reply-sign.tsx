import type { ComponentChildren } from 'preact'
import type { Status } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { Icon, Reply } from '../../shared/icons.tsx'
import { profilePath } from '../state/accounts.ts'
import { reveal, revealStateOf } from './reveal-state.ts'

type Person = Status['mentions'][number]

interface ReplySignProps {
  status: Status
  /** whom it addresses before it says anything: they are named here instead */
  people: readonly Person[]
  /** whom it answers stands above it already */
  isInThread: boolean
}

/** Names the person that a status answers, beside its author. */
export function ReplySign({ status, people, isInThread }: ReplySignProps) {
  const { in_reply_to_account_id: to, account, mentions } = status
  if (to === null) return null
  const answered = mentions.find(({ id }) => id === to)
  const others = people.filter(({ id }) => id !== to && id !== account.id)
  if (isInThread) return others.length === 0 ? null : <Sign>{othersOf(status, others)}</Sign>
  if (to === account.id) {
    return (
      <Sign title={t('Goes on with their own thread')}>
        <span aria-hidden="true">{t('thread')}</span>
      </Sign>
    )
  }
  if (answered === undefined) {
    return (
      <Sign title={t('A reply')}>
        <span aria-hidden="true">{t('reply')}</span>
      </Sign>
    )
  }
  return (
    <Sign>
      <PersonName
        person={answered}
        label={t('Replying to {name}', { name: `@${answered.acct}` })}
      />
      {others.length > 0 && othersOf(status, others)}
    </Sign>
  )
}

interface SignProps {
  title?: string
  children: ComponentChildren
}

function Sign({ title, children }: SignProps) {
  return (
    <span class="status-reply" title={title}>
      <Icon of={Reply} size={14} />
      {title !== undefined && <span class="visually-hidden">{title}</span>}
      {children}
    </span>
  )
}

function PersonName({ person, label }: { person: Person; label: string }) {
  return (
    <a href={profilePath(person)} dir="ltr" title={`@${person.acct}`} aria-label={label}>
      @{person.username}
    </a>
  )
}

/** The others whom it addresses: by name, or shown in the text where they are asked for. */
function othersOf({ id }: Status, others: readonly Person[]) {
  const [only] = others
  if (others.length === 1 && only !== undefined) {
    return <PersonName person={only} label={t('Also to {name}', { name: `@${only.acct}` })} />
  }
  const isShown = revealStateOf(id).value.mentions ?? false
  const label = plural(others.length, 'Also to {n} other person', 'Also to {n} other people')
  return (
    <button
      type="button"
      class="status-others"
      aria-expanded={isShown}
      aria-label={label}
      title={others.map(({ acct }) => `@${acct}`).join(' ')}
      onClick={() => reveal(id, { mentions: !isShown })}
    >
      +{others.length}
    </button>
  )
}
