import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { formatCompact, formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { useList } from '../../../shared/use-resource.ts'
import { softwareOf } from './server.ts'
import { ServerState } from './server-state.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'domain', label: t('Domain'), placeholder: 'example' },
  {
    name: 'limited',
    label: t('Limits'),
    options: [
      ['', t('Any or none')],
      ['suspend', t('Suspended')],
      ['silence', t('Limited|a server')],
      ['noop', t('Blocked without limits')],
      ['allowed', t('Allowed by name')],
    ],
  },
  {
    name: 'availability',
    label: t('Deliveries'),
    options: [
      ['', t('Any state')],
      ['failing', t('Fail')],
      ['unavailable', t('Given up')],
    ],
  },
]

const COLUMNS: readonly Column<Instance>[] = [
  {
    title: t('Server'),
    main: true,
    cell: (server) => (
      <>
        <a class="server-name" href={`/admin/federation/${encodeURIComponent(server.domain)}`}>
          <strong>{server.domain}</strong>
        </a>
        <ServerState of={server} />
      </>
    ),
  },
  {
    title: t('Software'),
    secondary: true,
    cell: (server) => softwareOf(server) ?? <span class="muted">{t('Not known yet')}</span>,
  },
  {
    title: t('Accounts'),
    numeric: true,
    cell: ({ accounts_count }) => (
      <span title={formatNumber(accounts_count)}>{formatCompact(accounts_count)}</span>
    ),
  },
  {
    title: t('Waiting'),
    numeric: true,
    cell: ({ availability }) => formatNumber(availability.waiting_deliveries),
  },
  {
    title: t('Last heard of'),
    cell: ({ last_seen_at }) => (last_seen_at === null ? '–' : <Time at={last_seen_at} />),
  },
]

/** Every server that accounts are known of, or about which something is decided. */
export function AllServers() {
  const { query } = place.value
  const list = useList<Instance>('/api/rookery/v1/admin/instances', {
    ...Object.fromEntries(FILTERS.map(({ name }) => [name, query[name]])),
    limit: 50,
  })
  const isAsked = FILTERS.some(({ name }) => query[name] !== undefined)
  return (
    <>
      <PageHead
        title={t('Servers')}
        lead={t('Whom this server has met, and whether it gets through to them.')}
      />
      <Filters filters={FILTERS} />
      <ListTable
        list={list}
        caption={t('Servers')}
        columns={COLUMNS}
        keyOf={({ domain }) => domain}
        empty={isAsked ? t('No server is like that.') : t('No other server is known yet.')}
      />
    </>
  )
}
