import type { ComponentChildren } from 'preact'
import { Html } from '../../shared/components/html.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { AccountRow } from './account-row.tsx'
import { FollowButton } from './follow-button.tsx'
import './person-row.css'

interface PersonRowProps {
  account: Account
  /** why the person is shown this one */
  reason?: string
  /** what else can be done */
  children?: ComponentChildren
}

/** Somebody whom one may want to know: what they say of themselves, and the way to follow them. */
export function PersonRow({ account, reason, children }: PersonRowProps) {
  return (
    <article class="person-row">
      <AccountRow
        account={account}
        actions={
          <>
            <FollowButton account={account} />
            {children}
          </>
        }
      >
        {reason && <p class="person-row-reason">{reason}</p>}
        {account.note !== '' && (
          <div class="person-row-note" dir="auto">
            <Html html={account.note} emojis={account.emojis} />
          </div>
        )}
      </AccountRow>
    </article>
  )
}
