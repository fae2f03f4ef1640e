import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { type Column, Table } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { DeliverySummary, HostSummary } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { ReachabilityBadge } from '../../parts/domain-words.tsx'
import { DELIVERIES } from './delivery-list.tsx'

const COLUMNS: readonly Column<HostSummary>[] = [
  {
    title: t('Server'),
    main: true,
    cell: ({ host, last_error }) => (
      <>
        <a href={`/admin/deliveries?state=waiting&host=${encodeURIComponent(host)}`}>
          <strong>{host}</strong>
        </a>
        {last_error !== null && <div class="muted small">{last_error}</div>}
      </>
    ),
  },
  { title: t('State'), cell: ({ state }) => <ReachabilityBadge of={state} /> },
  { title: t('Waiting'), numeric: true, cell: ({ waiting }) => formatNumber(waiting) },
  { title: t('Fails since'), cell: ({ failing_since }) => timeOf(failing_since) },
  { title: t('Next try'), cell: ({ next_try_at }) => timeOf(next_try_at) },
]

/** The servers that are not reached, the worst first. */
export function Hosts() {
  const summary = useGet<DeliverySummary>(`${DELIVERIES}/summary`)
  return (
    <Loaded from={summary}>
      {({ waiting, hosts }) =>
        hosts.length === 0 ? (
          <Empty>{t('Everything has arrived: nothing waits, and every server was reached.')}</Empty>
        ) : (
          <>
            <p>
              {plural(
                waiting,
                '{n} delivery waits in all. The worst servers first.',
                '{n} deliveries wait in all. The worst servers first.',
              )}
            </p>
            <Table
              caption={t('Servers, the worst first')}
              rows={hosts}
              columns={COLUMNS}
              keyOf={({ host }) => host}
            />
          </>
        )
      }
    </Loaded>
  )
}

const timeOf = (at: string | null) => (at === null ? '–' : <Time at={at} />)
