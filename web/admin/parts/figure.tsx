import { Sparkline } from '../../shared/components/chart.tsx'
import type { Measure } from '../../shared/entities/figures.ts'
import { formatCompact, formatNumber } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'

interface FigureProps {
  title: string
  measure: Measure
  days: number
  /** of the heading */
  level?: 2 | 3
}

/** A measure by day: its total, its change, and its chart. */
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
    <span
      class="measure-change"
      title={t('{previous} in the {days} days before', { previous: formatNumber(previous), days })}
    >
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{difference < 0 ? t('less by') : t('more by')}</span>{' '}
      {share || formatNumber(Math.abs(difference))}
    </span>
  )
}

/** The line in words. */
function trend(values: readonly number[]): string {
  return t('between {min} and {max} a day', {
    min: formatNumber(Math.min(...values)),
    max: formatNumber(Math.max(...values)),
  })
}
