import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { HeldItem } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { accountHref } from '../../parts/page-links.ts'
import { Post, VISIBILITIES } from '../../parts/post.tsx'

export type Verdict = 'approve' | 'reject'

interface HeldCardProps {
  item: HeldItem
  decide: (verdict: Verdict) => Promise<void>
}

/** Something that waits: who, what, why, and what to do with it. */
export function HeldCard({ item, decide }: HeldCardProps) {
  const { id, kind, account, visibility, explanation: reasons } = item
  const isPost = kind === 'status'
  const whose = isPost ? t('the post of @{acct}', { acct: account.acct }) : `@${account.acct}`
  const held = {
    time: <Time at={item.created_at} />,
    name: <a href={`/admin/automod/${item.rule.id}`}>{item.rule.name}</a>,
  }
  return (
    <article
      class="card held"
      id={`held-${id}`}
      tabIndex={-1}
      aria-label={t('Held: {whose}', { whose })}
    >
      <header class="held-head">
        <Person account={account} href={accountHref(account.id)} />
        <Badge tone="info">{isPost ? t('Post') : t('Sign-up')}</Badge>
        {visibility !== undefined && <Badge tone="info">{VISIBILITIES[visibility]}</Badge>}
      </header>
      <What item={item} />
      <div class="held-why small">
        <p>
          {reasons.length > 0
            ? rich('Held {time} by {name} because of:', held)
            : rich('Held {time} by {name}', held)}
        </p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      <div class="buttons">
        <ActionButton
          kind="primary"
          label={isPost ? t('Publish {whose}', { whose }) : t('Let in {whose}', { whose })}
          run={() => decide('approve')}
        >
          {isPost ? t('Publish') : t('Let in')}
        </ActionButton>
        <RejectButton item={item} whose={whose} decide={decide} />
      </div>
    </article>
  )
}

function RejectButton({ item, whose, decide }: HeldCardProps & { whose: string }) {
  const { account } = item
  const isPost = item.kind === 'status'
  return (
    <ActionButton
      label={isPost ? t('Delete {whose}', { whose }) : t('Turn away {whose}', { whose })}
      kind="secondary"
      question={{
        title: isPost ? t('Delete this post?') : t('Turn @{acct} away?', { acct: account.acct }),
        text: isPost
          ? t('It is gone for good, and never was seen by others.')
          : t('What they entered is deleted at once. They may ask again.'),
        confirm: isPost ? t('Delete the post') : t('Turn away'),
        danger: true,
      }}
      run={() => decide('reject')}
    >
      {isPost ? t('Delete…') : t('Turn away…')}
    </ActionButton>
  )
}

function What({ item: { kind, status, text } }: { item: HeldItem }) {
  if (status !== undefined) return <Post status={status} isHeld />
  if (text !== '') return <p class="quoted held-text">{text}</p>
  return (
    <p class="muted">
      {kind === 'account' ? t('Says nothing about why they want to join.') : t('It has no text.')}
    </p>
  )
}
