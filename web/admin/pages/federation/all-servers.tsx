import { type Filter, Filters } from '../../../shared/components/filters.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { type Column, ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Instance } from '../../../shared/entities/federation.ts'
import { formatCompact, formatNumber } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
import { place } from '../../../shared/router.ts'
import { softwareOf } from './server.ts'
import { ServerState } from './server-state.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'domain', label: 'Domain', placeholder: 'example' },
  {
    name: 'limited',
    label: 'Limits',
    options: [
      ['', 'Any or none'],
      ['suspend', 'Suspended'],
      ['silence', 'Limited'],
      ['noop', 'Blocked without limits'],
      ['allowed', 'Allowed by name'],
    ],
  },
  {
    name: 'availability',
    label: 'Deliveries',
    options: [
      ['', 'Any state'],
      ['failing', 'Fail'],
      ['unavailable', 'Given up'],
    ],
  },
]

const COLUMNS: readonly Column<Instance>[] = [
  {
    title: 'Server',
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
    title: 'Software',
    secondary: true,
    cell: (server) => softwareOf(server) ?? <span class="muted">Not known yet</span>,
  },
  {
    title: 'Accounts',
    numeric: true,
    cell: ({ accounts_count }) => (
      <span title={formatNumber(accounts_count)}>{formatCompact(accounts_count)}</span>
    ),
  },
  {
    title: 'Waiting',
    numeric: true,
    cell: ({ availability }) => formatNumber(availability.waiting_deliveries),
  },
  {
    title: 'Last heard of',
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
        title="Servers"
        lead="Whom this server has met, and whether it gets through to them."
      />
      <Filters filters={FILTERS} />
      <ListTable
        list={list}
        caption="Servers"
        columns={COLUMNS}
        keyOf={({ domain }) => domain}
        empty={isAsked ? 'No server is like that.' : 'No other server is known yet.'}
      />
    </>
  )
}
