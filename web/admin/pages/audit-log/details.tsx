import type { AuditEntry } from '../../../shared/entities/admin.ts'
import { formatDateTime } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'

/** Further details of an entry, folded at first. */
export function Details({
  entry: { account, action, target, details, created_at },
}: {
  entry: AuditEntry
}) {
  const facts: (readonly [string, unknown])[] = [
    ['at', formatDateTime(created_at)],
    ['action', action],
    ['about', target.id === null ? target.type : `${target.type} ${target.id}`],
    ...Object.entries(details).filter(([, value]) => value !== null && value !== ''),
  ]
  return (
    <details class="audit-details">
      <summary>{t('Details')}</summary>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>
              {typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)}
            </dd>
          </div>
        ))}
      </dl>
      <p class="small">
        {account !== null && (
          <a href={`/admin/audit-log?account_id=${account.id}`}>
            {t('All that @{acct} did', { acct: account.acct })}
          </a>
        )}{' '}
        {target.id !== null && (
          <a href={`/admin/audit-log?target_type=${target.type}&target_id=${target.id}`}>
            {t('All that was done to it')}
          </a>
        )}
      </p>
    </details>
  )
}
