import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { AuditEntry } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { placed } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { useList } from '../../../shared/use-resource.ts'
import { AuditLine } from '../../parts/audit-line.tsx'
import { Details } from './details.tsx'
import './audit-log.css'

const TYPES = [
  ['', t('Anything')],
  ['account', t('Accounts')],
  ['report', t('Reports')],
  ['appeal', t('Appeals')],
  ['role', t('Roles')],
  ['settings', t('Settings')],
  ['domain_block', t('Blocked servers')],
  ['domain_allow', t('Allowed servers')],
  ['email_domain_block', t('E-mail blocks')],
  ['ip_block', t('IP blocks')],
  ['rule', t('Rules')],
  ['automod_rule', t('Automatic rules')],
  ['custom_emoji', t('Emoji')],
  ['announcement', t('Announcements')],
  ['invite', t('Invites')],
  ['webhook', t('Webhooks')],
  ['relay', t('Relays')],
] as const

const FILTERS: readonly Filter[] = [
  { name: 'target_type', label: t('About|what an entry is about'), options: TYPES },
  { name: 'action', label: t('Action'), placeholder: 'suspend' },
]

/** Actions of the staff, the newest first; entries are never deleted. */
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
      <PageHead
        title={t('Audit log')}
        lead={t('Everything that the staff and the operator did.')}
      />
      <Filters filters={FILTERS} />
      {isNarrowed && (
        <p>
          {placed(
            account_id === undefined
              ? t('Only what is about one thing. <link>Show all</link>')
              : t('Only what one person did. <link>Show all</link>'),
            { link: (text) => <a href="/admin/audit-log">{text}</a> },
          )}
        </p>
      )}
      <List
        list={list}
        label={t('What was done')}
        empty={t('Nothing like that was done.')}
        keyOf={({ id }) => id}
      >
        {(entry) => (
          <>
            <AuditLine entry={entry} />
            <Details entry={entry} />
          </>
        )}
      </List>
    </>
  )
}
