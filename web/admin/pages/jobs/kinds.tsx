import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { type Column, Table } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { JobKind, JobState } from '../../../shared/entities/operations.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import type { Resource } from '../../../shared/use-resource.ts'

interface KindsProps {
  summary: Resource<{ kinds: JobKind[] }>
  onRetry: (kind: string) => Promise<void>
}

/** How many there are of each kind; the numbers lead to them. */
export function Kinds({ summary, onRetry }: KindsProps) {
  const columns: readonly Column<JobKind>[] = [
    { title: t('Kind'), main: true, cell: ({ kind }) => <code>{kind}</code> },
    ...(['parked', 'waiting', 'running'] as const).map((state) => ({
      title: TITLES[state],
      numeric: true,
      cell: (row: JobKind) => <JobCount row={row} state={state} />,
    })),
    {
      title: t('Oldest that is due'),
      cell: ({ oldest_due_at: due }) => (due === null ? '–' : <Time at={due} />),
    },
    {
      title: t('Again'),
      cell: ({ kind, parked }) =>
        parked === 0 ? (
          '–'
        ) : (
          <ActionButton small label={t('Retry all of {kind}', { kind })} run={() => onRetry(kind)}>
            {t('Retry all')}
          </ActionButton>
        ),
    },
  ]
  return (
    <Loaded from={summary}>
      {({ kinds }) =>
        kinds.length === 0 ? (
          <p class="muted">{t('There is no work to do.')}</p>
        ) : (
          <Table
            caption={t('Jobs by kind')}
            columns={columns}
            rows={[...kinds].sort((one, other) => other.parked - one.parked)}
            keyOf={({ kind }) => kind}
          />
        )
      }
    </Loaded>
  )
}

const TITLES = { parked: t('Failed'), waiting: t('Waiting'), running: t('Running') }

/** what a count leads to, as it is read out */
const LABELS: Readonly<Record<JobState, (values: Record<string, string>) => string>> = {
  parked: (values) => t('{shown} failed of {kind}', values),
  waiting: (values) => t('{shown} waiting of {kind}', values),
  running: (values) => t('{shown} running of {kind}', values),
}

function JobCount({ row, state }: { row: JobKind; state: JobState }) {
  const shown = formatNumber(row[state])
  if (row[state] === 0) return <span class="muted">{shown}</span>
  const address = new URLSearchParams({ state, kind: row.kind })
  return (
    <a href={`/admin/jobs?${address}`} aria-label={LABELS[state]({ shown, kind: row.kind })}>
      {shown}
    </a>
  )
}
