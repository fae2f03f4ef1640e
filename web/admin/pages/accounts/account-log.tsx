import { List } from '../../../shared/components/list.tsx'
import type { AuditEntry } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AuditLine } from '../../parts/audit-line.tsx'

/** Audit log entries about the account. */
export function AccountLog({ id }: { id: string }) {
  const list = useList<AuditEntry>('/api/rookery/v1/admin/audit_log', {
    target_type: 'account',
    target_id: id,
  })
  return (
    <List
      list={list}
      label={t('Log')}
      empty={t('The staff did nothing yet.')}
      keyOf={(entry) => entry.id}
    >
      {(entry) => <AuditLine entry={entry} />}
    </List>
  )
}
