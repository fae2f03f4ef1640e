import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { AuditEntry } from '../../../shared/entities/admin.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { HistoryLine } from '../../parts/history.tsx'
import { Details } from './details.tsx'
import './audit-log.css'

const TYPES = [
  ['', 'Anything'],
  ['account', 'Accounts'],
  ['report', 'Reports'],
  ['appeal', 'Appeals'],
  ['role', 'Roles'],
  ['settings', 'Settings'],
  ['domain_block', 'Blocked servers'],
  ['domain_allow', 'Allowed servers'],
  ['email_domain_block', 'E-mail blocks'],
  ['ip_block', 'IP blocks'],
  ['rule', 'Rules'],
  ['automod_rule', 'Automatic rules'],
  ['custom_emoji', 'Emoji'],
  ['announcement', 'Announcements'],
  ['invite', 'Invites'],
  ['webhook', 'Webhooks'],
  ['relay', 'Relays'],
] as const

const FILTERS: readonly Filter[] = [
  { name: 'target_type', label: 'About', options: TYPES },
  { name: 'action', label: 'Action', placeholder: 'suspend' },
]

/** What the staff did, the newest first; nothing is ever removed from it. */
export function Page() {
  const { target_type, action, account_id, target_id } = place.value.query
  const list = useList<AuditEntry>('/api/rookery/v1/admin/audit_log', {
    target_type,
    action,
    account_id,
    target_id,
  })
  const isNarrowed = account_id !== undefined || target_id !== undefined
  return (
    <>
      <PageHead title="Audit log" lead="Everything that the staff and the operator did." />
      <Filters filters={FILTERS} />
      {isNarrowed && (
        <p>
          Only what {account_id === undefined ? 'is about one thing' : 'one person did'}.{' '}
          <a href="/admin/audit-log">Show all</a>
        </p>
      )}
      <List
        list={list}
        label="What was done"
        empty="Nothing like that was done."
        keyOf={({ id }) => id}
      >
        {(entry) => (
          <>
            <HistoryLine entry={entry} />
            <Details entry={entry} />
          </>
        )}
      </List>
    </>
  )
}
