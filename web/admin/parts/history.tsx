import { Time } from '../../shared/components/time.tsx'
import type { AuditEntry } from '../../shared/entities/admin.ts'
import { describeAction } from './audit-words.ts'
import { MaybeLink } from './maybe-link.tsx'
import { accountHref, targetHref } from './places.ts'

/** What somebody of the staff did, in a sentence. */
export function HistoryLine({ entry }: { entry: AuditEntry }) {
  const { account, target, created_at } = entry
  return (
    <p class="history">
      <span>
        {account === null ? (
          <strong>The operator</strong>
        ) : (
          <MaybeLink href={accountHref(account.id)}>@{account.acct}</MaybeLink>
        )}{' '}
        {describeAction(entry)} <MaybeLink href={targetHref(target)}>{target.label}</MaybeLink>
      </span>{' '}
      <span class="muted small">
        <Time at={created_at} />
      </span>
    </p>
  )
}
