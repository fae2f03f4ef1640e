import { LinkButton } from '../../../shared/components/button.tsx'
import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { formatCompact, formatNumber } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { overview } from '../../overview.ts'
import { AccountState } from '../../parts/account-state.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'username', label: 'User name' },
  {
    name: 'origin',
    label: 'From',
    options: [
      ['local', 'This server'],
      ['remote', 'Other servers'],
      ['any', 'Anywhere'],
    ],
  },
  {
    name: 'status',
    label: 'State',
    options: [
      ['', 'Any'],
      ['active', 'Active'],
      ['pending', 'Asks to join'],
      ['disabled', 'Frozen'],
      ['silenced', 'Limited'],
      ['sensitized', 'Always sensitive'],
      ['suspended', 'Suspended'],
    ],
  },
  {
    name: 'permissions',
    label: 'Role',
    options: [
      ['', 'Any'],
      ['staff', 'Staff'],
    ],
  },
  { name: 'display_name', label: 'Display name' },
  { name: 'by_domain', label: 'Server', placeholder: 'example.org' },
  { name: 'email', label: 'E-mail address', placeholder: '*@example.org' },
  { name: 'ip', label: 'IP address or network', placeholder: '192.0.2.0/24' },
]

const COLUMNS: readonly Column<AdminAccount>[] = [
  {
    title: 'Account',
    main: true,
    cell: (account) => (
      <Person account={account.account} href={`/admin/accounts/${account.id}`}>
        <AccountState of={account} />
      </Person>
    ),
  },
  {
    title: 'Posts',
    numeric: true,
    secondary: true,
    cell: ({ account }) => (
      <span title={formatNumber(account.statuses_count)}>
        {formatCompact(account.statuses_count)}
      </span>
    ),
  },
  {
    title: 'Followers',
    numeric: true,
    secondary: true,
    cell: ({ account }) => (
      <span title={formatNumber(account.followers_count)}>
        {formatCompact(account.followers_count)}
      </span>
    ),
  },
  {
    title: 'E-mail and IP address',
    cell: ({ email, ip }) =>
      email === null ? (
        '–'
      ) : (
        <span class="account-reach">
          <span>{email}</span>
          {ip !== null && <span class="muted small">{ip}</span>}
        </span>
      ),
  },
  { title: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Everybody whom the server knows, by all that the staff can ask for. */
export function AllAccounts() {
  const { query } = place.value
  const origin = query.origin ?? 'local'
  const asked = Object.fromEntries(FILTERS.map(({ name }) => [name, query[name]]))
  const list = useList<AdminAccount>('/api/v2/admin/accounts', {
    ...asked,
    invited_by: query.invited_by,
    role_ids: query.role_id === undefined ? undefined : [query.role_id],
    // a server that is asked for says where from
    origin: origin === 'any' || query.by_domain !== undefined ? undefined : origin,
    limit: 50,
  })
  const waiting = overview.value?.pending_users ?? 0
  return (
    <>
      <PageHead
        title="Accounts"
        actions={
          waiting > 0 && (
            <LinkButton kind="primary" href="/admin/accounts/waiting">
              {formatNumber(waiting)} asking to join
            </LinkButton>
          )
        }
      />
      <Filters filters={FILTERS} shown={3} />
      {query.invited_by !== undefined && (
        <p>
          Only those invited by <a href={`/admin/accounts/${query.invited_by}`}>one account</a>.{' '}
          <a href="/admin/accounts">Show all</a>
        </p>
      )}
      {query.role_id !== undefined && (
        <p>
          Only people with <a href={`/admin/roles/${query.role_id}`}>one role</a>.{' '}
          <a href="/admin/accounts">Show all</a>
        </p>
      )}
      <ListTable
        list={list}
        caption="Accounts"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty="No account is like that."
      />
    </>
  )
}
