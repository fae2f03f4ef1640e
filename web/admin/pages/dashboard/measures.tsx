import { api } from '../../../shared/api.ts'
import { Sparkline } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Measure } from '../../../shared/entities/figures.ts'
import { formatCompact, formatNumber } from '../../../shared/format.ts'
import { useResource } from '../../../shared/resource.ts'
import { lastDays } from './period.ts'

const TITLES: Record<string, string> = {
  new_users: 'New people',
  active_users: 'Active people',
  interactions: 'Interactions',
  opened_reports: 'Reports opened',
  resolved_reports: 'Reports resolved',
}

export function Measures({ days }: { days: number }) {
  const measures = useResource(`measures ${days}`, () =>
    api.post<Measure[]>('/api/v1/admin/measures', { keys: Object.keys(TITLES), ...lastDays(days) }),
  )
  return (
    <Loaded from={measures}>
      {(found) => (
        <ul class="measures">
          {found.map((measure) => (
            <li key={measure.key} class="card">
              <Figure measure={measure} days={days} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function Figure({ measure, days }: { measure: Measure; days: number }) {
  const title = TITLES[measure.key] ?? measure.key
  const total = Number(measure.total)
  const values = measure.data.map(({ value }) => Number(value))
  return (
    <>
      <h2>{title}</h2>
      <p class="measure-total">
        <strong title={formatNumber(total)}>{formatCompact(total)}</strong>{' '}
        <Change total={total} before={measure.previous_total} days={days} />
      </p>
      <Sparkline values={values} label={`${title}: ${trend(values)}`} />
    </>
  )
}

/** How much more or less than in as many days before. */
function Change({
  total,
  before,
  days,
}: {
  total: number
  before: string | undefined
  days: number
}) {
  const previous = Number(before ?? NaN)
  if (Number.isNaN(previous)) return null
  const difference = total - previous
  const sign = difference > 0 ? '▲' : difference < 0 ? '▼' : '='
  const share = previous === 0 ? '' : `${Math.round((Math.abs(difference) / previous) * 100)}%`
  return (
    <span class="measure-change" title={`${formatNumber(previous)} in the ${days} days before`}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{difference < 0 ? 'less by' : 'more by'}</span>{' '}
      {share || formatNumber(Math.abs(difference))}
    </span>
  )
}

/** The line in words. */
function trend(values: readonly number[]): string {
  return `between ${formatNumber(Math.min(...values))} and ${formatNumber(Math.max(...values))} a day`
}
