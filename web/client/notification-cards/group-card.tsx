import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { LinkButton } from '../../shared/components/button.tsx'
import { Html } from '../../shared/components/html.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon } from '../../shared/icons.tsx'
import type { Group } from '../notifications/groups.ts'
import { isUnread } from '../notifications/read-state.ts'
import { FollowButton } from '../people/follow-button.tsx'
import { StatusCard } from '../status/status-card.tsx'
import { Everybody, Faces, named } from './actors.tsx'
import { FollowRequestActions } from './follow-request.tsx'
import { NotificationHead } from './notification-head.tsx'
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
  const { key, type, accounts, at, details } = group
  const { icon, tone } = iconOf(type)
  const isWhole = WHOLE.includes(type)
  const hasFaces = !isWhole && !IMPERSONAL.includes(type)
  return (
    <NotificationHead
      class={isWhole ? `above ${tone}` : tone}
      type={type}
      icon={<Icon of={icon} size={isWhole ? 16 : 22} solid={type === 'favourite'} />}
      faces={hasFaces && <Faces accounts={accounts} />}
      // one face stands beside the sentence, several above it
      isBelow={hasFaces && accounts.length > 1}
      isNew={isUnread(group.newestId)}
      sentence={
        details.fallback === undefined ? (
          sentenceOf(group, named(group, isOpen))
        ) : (
          <Html html={details.fallback.title} />
        )
      }
      at={TIMED.includes(type) ? '' : at}
      keys={[key]}
      onDismissed={onDismissed}
    >
      {isOpen.value && <Everybody group={group} />}
      {children}
    </NotificationHead>
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
