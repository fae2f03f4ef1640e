import { LinkButton } from '../../../shared/components/button.tsx'
import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { Paged } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import { type Column, Table } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { formatCompact, formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { place } from '../../../shared/router.ts'
import { useList } from '../../../shared/use-resource.ts'
import { overview } from '../../overview.ts'
import { AccountState } from '../../parts/account-state.tsx'
import { ChooseBox, type Chosen, useChosen } from '../../parts/choose-box.tsx'
import { BatchBar } from './batches/batch-bar.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'username', label: t('User name') },
  {
    name: 'origin',
    label: t('From'),
    options: [
      ['local', t('This server')],
      ['remote', t('Other servers')],
      ['any', t('Anywhere')],
    ],
  },
  {
    name: 'status',
    label: t('State'),
    options: [
      ['', t('Any')],
      ['active', t('Active')],
      ['pending', t('Asks to join')],
      ['disabled', t('Frozen')],
      ['silenced', t('Limited')],
      ['sensitized', t('Always sensitive')],
      ['suspended', t('Suspended')],
    ],
  },
  {
    name: 'permissions',
    label: t('Role'),
    options: [
      ['', t('Any')],
      ['staff', t('Staff')],
    ],
  },
  { name: 'display_name', label: t('Display name') },
  { name: 'by_domain', label: t('Server'), placeholder: 'example.org' },
  { name: 'email', label: t('E-mail address'), placeholder: '*@example.org' },
  { name: 'ip', label: t('IP address or network'), placeholder: '192.0.2.0/24' },
]

const columns = (chosen: Chosen): readonly Column<AdminAccount>[] => [
  {
    title: t('Account'),
    main: true,
    cell: (account) => (
      <div class="choosable">
        <ChooseBox
          id={account.id}
          chosen={chosen}
          label={t('Choose @{username}', { username: account.account.acct })}
        />
        <Person account={account.account} href={`/admin/accounts/${account.id}`}>
          <AccountState of={account} />
        </Person>
      </div>
    ),
  },
  {
    title: t('Posts'),
    numeric: true,
    secondary: true,
    cell: ({ account }) => (
      <span title={formatNumber(account.statuses_count)}>
        {formatCompact(account.statuses_count)}
      </span>
    ),
  },
  {
    title: t('Followers'),
    numeric: true,
    secondary: true,
    cell: ({ account }) => (
      <span title={formatNumber(account.followers_count)}>
        {formatCompact(account.followers_count)}
      </span>
    ),
  },
  {
    title: t('E-mail and IP address'),
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
  { title: t('Since'), cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Everybody whom the server knows, by all that the staff can ask for. */
export function AllAccounts() {
  const { query } = place.value
  const origin = query.origin ?? 'local'
  const asked = Object.fromEntries(FILTERS.map(({ name }) => [name, query[name]]))
  const filter = {
    ...asked,
    invited_by: query.invited_by,
    role_ids: query.role_id === undefined ? undefined : [query.role_id],
    // a server that is asked for says where from
    origin: origin === 'any' || query.by_domain !== undefined ? undefined : origin,
    limit: 50,
  }
  const list = useList<AdminAccount>('/api/v2/admin/accounts', filter)
  const chosen = useChosen(list.items, JSON.stringify(query))
  const waiting = overview.value?.pending_users ?? 0
  return (
    <>
      <PageHead
        title={t('Accounts')}
        actions={
          <>
            <LinkButton href="/admin/accounts/batches">{t('Batch actions')}</LinkButton>
            {waiting > 0 && (
              <LinkButton kind="primary" href="/admin/accounts/waiting">
                {t('{waiting} asking to join', { waiting: formatNumber(waiting) })}
              </LinkButton>
            )}
          </>
        }
      />
      <Filters filters={FILTERS} shown={3} />
      {query.invited_by !== undefined && (
        <p>
          {rich('Only those invited by <link>one account</link>. <link2>Show all</link2>', {
            link: (text) => <a href={`/admin/accounts/${query.invited_by}`}>{text}</a>,
            link2: (text) => <a href="/admin/accounts">{text}</a>,
          })}
        </p>
      )}
      {query.role_id !== undefined && (
        <p>
          {rich('Only people with <link>one role</link>. <link2>Show all</link2>', {
            link: (text) => <a href={`/admin/roles/${query.role_id}`}>{text}</a>,
            link2: (text) => <a href="/admin/accounts">{text}</a>,
          })}
        </p>
      )}
      <Paged list={list} empty={t('No account is like that.')}>
        <BatchBar list={list} chosen={chosen} asked={filter} />
        <Table
          rows={list.items}
          caption={t('Accounts')}
          columns={columns(chosen)}
          keyOf={({ id }) => id}
        />
      </Paged>
    </>
  )
}
