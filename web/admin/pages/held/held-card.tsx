import { ActionButton } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { HeldItem } from '../../../shared/entities/automod.ts'
import { accountHref } from '../../parts/places.ts'
import { Post, VISIBILITIES } from '../../parts/post.tsx'
import type { Verdict } from './page.tsx'

interface HeldCardProps {
  item: HeldItem
  decide: (verdict: Verdict) => Promise<void>
}

/** Something that waits: who, what, why, and what to do with it. */
export function HeldCard({ item, decide }: HeldCardProps) {
  const { id, kind, account, visibility, explanation: reasons } = item
  const isPost = kind === 'status'
  const whose = isPost ? `the post of @${account.acct}` : `@${account.acct}`
  return (
    <article class="card held" id={`held-${id}`} tabIndex={-1} aria-label={`Held: ${whose}`}>
      <header class="held-head">
        <Person account={account} href={accountHref(account.id)} />
        <Badge tone="info">{isPost ? 'Post' : 'Sign-up'}</Badge>
        {visibility !== undefined && <Badge tone="info">{VISIBILITIES[visibility]}</Badge>}
      </header>
      <What item={item} />
      <div class="held-why small">
        <p>
          Held <Time at={item.created_at} /> by{' '}
          <a href={`/admin/automod/${item.rule.id}`}>{item.rule.name}</a>
          {reasons.length > 0 && ' because of:'}
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
          label={`${isPost ? 'Publish' : 'Let in'} ${whose}`}
          run={() => decide('approve')}
        >
          {isPost ? 'Publish' : 'Let in'}
        </ActionButton>
        <ActionButton
          label={`${isPost ? 'Delete' : 'Turn away'} ${whose}`}
          kind="secondary"
          question={{
            title: isPost ? 'Delete this post?' : `Turn @${account.acct} away?`,
            text: isPost
              ? 'It is gone for good, and never was seen by others.'
              : 'What they entered is deleted at once. They may ask again.',
            confirm: isPost ? 'Delete the post' : 'Turn away',
            danger: true,
          }}
          run={() => decide('reject')}
        >
          {isPost ? 'Delete…' : 'Turn away…'}
        </ActionButton>
      </div>
    </article>
  )
}

function What({ item: { kind, status, text } }: { item: HeldItem }) {
  if (status !== undefined) return <Post status={status} isHeld />
  if (text !== '') return <p class="quoted held-text">{text}</p>
  return (
    <p class="muted">
      {kind === 'account' ? 'Says nothing about why they want to join.' : 'It has no text.'}
    </p>
  )
}
