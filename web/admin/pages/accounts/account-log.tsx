import { List } from '../../../shared/components/list.tsx'
import type { AuditEntry } from '../../../shared/entities/admin.ts'
import { useList } from '../../../shared/resource.ts'
import { HistoryLine } from '../../parts/history.tsx'

/** What the staff did to the account. */
export function AccountLog({ id }: { id: string }) {
  const list = useList<AuditEntry>('/api/rookery/v1/admin/audit_log', {
    target_type: 'account',
    target_id: id,
  })
  return (
    <List list={list} label="Log" empty="The staff did nothing yet." keyOf={(entry) => entry.id}>
      {(entry) => <HistoryLine entry={entry} />}
    </List>
  )
}
