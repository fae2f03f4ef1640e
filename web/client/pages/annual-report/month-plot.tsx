import { formatNumber, t } from '../../../shared/i18n.ts'
import { topOfAxis } from '../../year/months.ts'

interface MonthPlotProps {
  title: string
  /** January first */
  values: readonly number[]
  name: (month: number, style: 'long' | 'narrow') => string
  isSecond?: boolean
}

/** units of the drawing: what is drawn is stretched to the room there is */
const STEP = 10
const BAR = 6
const HEIGHT = 100

/** Twelve bars. The numbers stand in a table beside it; on pointing they are said here, too. */
export function MonthPlot({ title, values, name, isSecond = false }: MonthPlotProps) {
  const largest = Math.max(0, ...values)
  const top = topOfAxis(largest)
  const busiest = values.indexOf(largest) + 1
  const label =
    largest === 0
      ? t('{title}: none in this year', { title })
      : t('{title} by month, the most in {month}: {n}', {
          title,
          month: name(busiest, 'long'),
          n: formatNumber(largest),
        })
  return (
    <figure class={isSecond ? 'month-plot second' : 'month-plot'}>
      <figcaption>{title}</figcaption>
      <div class="month-axis" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${STEP * values.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line key={y} x1="0" x2={STEP * values.length} y1={y} y2={y} />
        ))}
        {values.map((value, at) => {
          const height = (value / top) * HEIGHT
          return (
            <rect
              key={name(at + 1, 'long')}
              x={at * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            >
              <title>{`${name(at + 1, 'long')}: ${formatNumber(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div class="month-names" aria-hidden="true">
        {values.map((_, at) => (
          <span key={name(at + 1, 'long')}>{name(at + 1, 'narrow')}</span>
        ))}
      </div>
    </figure>
  )
}
