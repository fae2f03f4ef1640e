import { Sparkline } from '../../shared/components/chart.tsx'
import type { Measure } from '../../shared/entities/figures.ts'
import { formatCompact, formatNumber } from '../../shared/format.ts'

interface FigureProps {
  title: string
  measure: Measure
  days: number
  /** of the heading */
  level?: 2 | 3
}

/** What was counted day by day: how much in all, how much more than before, and its line. */
export function Figure({ title, measure, days, level = 2 }: FigureProps) {
  const Heading: 'h2' | 'h3' = `h${level}`
  const total = Number(measure.total)
  const values = measure.data.map(({ value }) => Number(value))
  return (
    <>
      <Heading>{title}</Heading>
      <p class="measure-total">
        <strong title={formatNumber(total)}>{measure.human_value ?? formatCompact(total)}</strong>{' '}
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
