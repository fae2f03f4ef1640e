import { Time } from '../../shared/components/time.tsx'
import type { AuditEntry } from '../../shared/entities/admin.ts'
import { placed } from '../../shared/rich.ts'
import { actorOf, describeAction } from './audit-words.ts'
import { MaybeLink } from './maybe-link.tsx'
import { accountHref, targetHref } from './page-links.ts'

/** An audit log entry as a sentence. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { account, target, created_at } = entry
  return (
    <p class="history">
      <span>
        {placed(describeAction(entry), {
          name:
            account === null ? (
              <strong>{actorOf(entry)}</strong>
            ) : (
              <MaybeLink href={accountHref(account.id)}>
                <bdi>@{account.acct}</bdi>
              </MaybeLink>
            ),
          target: (
            <MaybeLink href={targetHref(target)}>
              <bdi>{target.label}</bdi>
            </MaybeLink>
          ),
        })}
      </span>{' '}
      <span class="muted small">
        <Time at={created_at} />
      </span>
    </p>
  )
}
