import { Time } from '../../shared/components/time.tsx'
import type { AuditEntry } from '../../shared/entities/admin.ts'
import { describeAction } from './audit-words.ts'

const PLACES: Readonly<Record<string, string>> = {
  account: 'accounts',
  report: 'reports',
  role: 'roles',
}

/** What somebody of the staff did, in a sentence. */
export function HistoryLine({ entry }: { entry: AuditEntry }) {
  const { account, target, created_at } = entry
  const place = PLACES[target.type]
  const isLinked = place !== undefined && target.id !== null
  return (
    <p class="history">
      <span>
        {account === null ? (
          <strong>The operator</strong>
        ) : (
          <a href={`/admin/accounts/${account.id}`}>@{account.acct}</a>
        )}{' '}
        {describeAction(entry)}{' '}
        {isLinked ? <a href={`/admin/${place}/${target.id}`}>{target.label}</a> : target.label}
      </span>{' '}
      <span class="muted small">
        <Time at={created_at} />
      </span>
    </p>
  )
}
