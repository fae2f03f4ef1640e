import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import { LinkButton } from '../../shared/components/button.tsx'
import { Html } from '../../shared/components/html.tsx'
import { Age } from '../../shared/components/time.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, X } from '../../shared/icons.tsx'
import type { Group } from '../notifications/groups.ts'
import { isUnread } from '../notifications/read-state.ts'
import { FollowButton } from '../people/follow-button.tsx'
import { StatusCard } from '../status/status-card.tsx'
import { Everybody, Faces, who } from './actors.tsx'
import { FollowRequestActions } from './follow-request.tsx'
import { lostWords, sentenceOf } from './sentence.tsx'
import { StatusPreview } from './status-preview.tsx'
import { iconOf } from './type-icon.ts'

/** Types whose post is there to be read; of the others a few words say which one is meant. */
const WHOLE = ['mention', 'status', 'quote', 'poll']

interface GroupProps {
  group: Group
  onDismissed: () => void
}

/** One notification, or several as one. */
export function GroupCard({ group, onDismissed }: GroupProps) {
  const { type, post } = group
  return (
    <div class={isUnread(group.newestId) ? 'notification unread' : 'notification'}>
      <GroupHead group={group} onDismissed={onDismissed}>
        <About group={group} />
      </GroupHead>
      {post !== null && WHOLE.includes(type) && <StatusCard post={post} context="notifications" />}
    </div>
  )
}

/** Types that say nothing about somebody. */
const IMPERSONAL = ['poll', 'severed_relationships', 'moderation_warning', 'annual_report']
/** Types whose post, below, says when it was. */
const TIMED = ['mention', 'status', 'quote']

/** The sentence of a notification, with faces and time. @param children details or actions below it */
export function GroupHead({
  group,
  onDismissed,
  children,
}: GroupProps & { children?: ComponentChildren }) {
  const isOpen = useSignal(false)
  const { type, accounts, at } = group
  const { icon, tone } = iconOf(type)
  const isWhole = WHOLE.includes(type)
  const hasFaces = !isWhole && !IMPERSONAL.includes(type)
  const sentence = <Sentence group={group} isOpen={isOpen} />
  // one face stands beside the sentence, several above it
  const isBelow = hasFaces && accounts.length > 1
  return (
    <div class={`notification-head ${isWhole ? 'above' : ''} ${tone}`} data-type={type}>
      <Icon
        of={icon}
        size={isWhole ? 16 : 22}
        solid={type === 'favourite'}
        class="notification-icon"
      />
      <div class="notification-who">
        {hasFaces && <Faces accounts={accounts} />}
        {!isBelow && sentence}
      </div>
      {isBelow && sentence}
      <div class="notification-more">
        {isOpen.value && <Everybody group={group} />}
        {children}
      </div>
      {at !== '' && !TIMED.includes(type) && (
        <span class="notification-time">
          <Age at={at} />
        </span>
      )}
      <Dismiss group={group} onDismissed={onDismissed} />
    </div>
  )
}

function Sentence({ group, isOpen }: { group: Group; isOpen: Signal<boolean> }) {
  const { newestId, details } = group
  const names = who(group, (text) => (
    <button
      type="button"
      class="link-button"
      aria-expanded={isOpen.value}
      onClick={() => {
        isOpen.value = !isOpen.value
      }}
    >
      {text}
    </button>
  ))
  return (
    <p class="notification-sentence">
      {isUnread(newestId) && <span class="visually-hidden">{t('New:')} </span>}
      {details.fallback === undefined ? (
        sentenceOf(group, names)
      ) : (
        <Html html={details.fallback.title} />
      )}
    </p>
  )
}

function Dismiss({ group, onDismissed }: GroupProps) {
  return (
    <div class="notification-dismiss">
      <ActionButton
        small
        kind="quiet"
        label={t('Remove this notification')}
        run={async () => {
          await api.post(`/api/v2/notifications/${encodeURIComponent(group.key)}/dismiss`)
          onDismissed()
        }}
      >
        <Icon of={X} size={16} />
      </ActionButton>
    </div>
  )
}

/** Details or actions below the sentence. */
function About({ group }: { group: Group }) {
  const { type, post, accounts, details } = group
  const [account] = accounts
  if (details.fallback?.summary) return <Html html={details.fallback.summary} />
  if (post !== null) return WHOLE.includes(type) ? null : <StatusPreview post={post} />
  if (type === 'follow_request' && account) return <FollowRequestActions account={account} />
  if (type === 'follow' && account && group.count === 1) return <FollowButton account={account} />
  if (type === 'annual_report') {
    return (
      <LinkButton small href={`/annual_reports/${details.annual_report?.year ?? ''}`}>
        {t('Look at your year')}
      </LinkButton>
    )
  }
  if (type === 'severed_relationships') return <Severed group={group} />
  if (type === 'moderation_warning') return <Warning group={group} />
  if (type === 'admin.report') {
    const { id, comment } = (details.report ?? {}) as { id?: string; comment?: string }
    return (
      <>
        {comment && (
          <p class="notification-quote" dir="auto">
            {comment}
          </p>
        )}
        <LinkButton small href={id === undefined ? '/admin/reports' : `/admin/reports/${id}`}>
          {t('Look at the report')}
        </LinkButton>
      </>
    )
  }
  if (type === 'admin.sign_up') {
    const isOne = account !== undefined && group.count === 1
    return (
      <LinkButton small href={isOne ? `/admin/accounts/${account.id}` : '/admin/accounts'}>
        {isOne ? t('Look at the account') : t('Look at the accounts')}
      </LinkButton>
    )
  }
  return null
}

function Severed({ group }: { group: Group }) {
  const { event } = group.details
  if (event === undefined) return null
  const lists = `/api/rookery/v1/severed_relationships/${event.id}`
  return (
    <>
      <p>{lostWords(group)}</p>
      {event.purged ? (
        <p class="muted">{t('The lists of them are not kept any more.')}</p>
      ) : (
        <p class="buttons">
          {event.followers_count > 0 && (
            <a class="button secondary small" href={`${lists}/followers.csv`} download>
              {t('Download the lost followers')}
            </a>
          )}
          {event.following_count > 0 && (
            <a class="button secondary small" href={`${lists}/following.csv`} download>
              {t('Download whom you followed')}
            </a>
          )}
        </p>
      )}
    </>
  )
}

function Warning({ group }: { group: Group }) {
  const { text = '' } = group.details.moderation_warning ?? {}
  return (
    <>
      {text !== '' && (
        <p class="notification-quote" dir="auto">
          {text}
        </p>
      )}
      <LinkButton small href="/settings/strikes">
        {t('Read it and answer')}
      </LinkButton>
    </>
  )
}
