import { ActionButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { type Column, Table } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { JobKind, JobState } from '../../../shared/entities/operations.ts'
import { formatNumber } from '../../../shared/format.ts'
import type { Resource } from '../../../shared/resource.ts'

interface KindsProps {
  summary: Resource<{ kinds: JobKind[] }>
  onRetry: (kind: string) => Promise<void>
}

/** How many there are of each kind; the numbers lead to them. */
export function Kinds({ summary, onRetry }: KindsProps) {
  const columns: readonly Column<JobKind>[] = [
    { title: 'Kind', main: true, cell: ({ kind }) => <code>{kind}</code> },
    ...(['parked', 'waiting', 'running'] as const).map((state) => ({
      title: TITLES[state],
      numeric: true,
      cell: (row: JobKind) => <JobCount row={row} state={state} />,
    })),
    {
      title: 'Oldest that is due',
      cell: ({ oldest_due_at: due }) => (due === null ? '–' : <Time at={due} />),
    },
    {
      title: 'Again',
      cell: ({ kind, parked }) =>
        parked === 0 ? (
          '–'
        ) : (
          <ActionButton small label={`Retry all of ${kind}`} run={() => onRetry(kind)}>
            Retry all
          </ActionButton>
        ),
    },
  ]
  return (
    <Loaded from={summary}>
      {({ kinds }) =>
        kinds.length === 0 ? (
          <p class="muted">There is no work to do.</p>
        ) : (
          <Table
            caption="Jobs by kind"
            columns={columns}
            rows={[...kinds].sort((one, other) => other.parked - one.parked)}
            keyOf={({ kind }) => kind}
          />
        )
      }
    </Loaded>
  )
}

const TITLES = { parked: 'Failed', waiting: 'Waiting', running: 'Running' }

function JobCount({ row, state }: { row: JobKind; state: JobState }) {
  const shown = formatNumber(row[state])
  if (row[state] === 0) return <span class="muted">{shown}</span>
  const address = new URLSearchParams({ state, kind: row.kind })
  return (
    <a
      href={`/admin/jobs?${address}`}
      aria-label={`${shown} ${TITLES[state].toLowerCase()} of ${row.kind}`}
    >
      {shown}
    </a>
  )
}
