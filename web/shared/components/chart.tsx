import { formatCompact, formatNumber } from '../format.ts'

interface SparklineProps {
  values: readonly number[]
  /** what the line shows, for those who do not see it */
  label: string
}

const WIDTH = 160
const HEIGHT = 40

/** A small line without axes: how something went, not how much it was. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = HEIGHT - 2 - (value / most) * (HEIGHT - 4)
    return `${round(index * step)},${round(y)}`
  })
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}

export interface Bar {
  title: string
  value: number
  /** how the value is written; default as a number */
  text?: string
  /** what a full bar stands for; default: the largest of the values */
  of?: number
}

/** Values beside each other, the longest bar is the largest. */
export function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ title, value, text, of = most }) => (
        <li key={title}>
          <span class="bar-title">{title}</span>
          <span class="bar-value">{text ?? formatNumber(value)}</span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-track" width="100" height="4" />
            <rect
              class="bar-fill"
              width={round(Math.min(1, value / Math.max(1, of)) * 100)}
              height="4"
            />
          </svg>
        </li>
      ))}
    </ul>
  )
}

export interface HeatRow {
  title: string
  /** how many there were at first */
  total: number
  /** shares from 0 to 1; null where there is nothing yet */
  shares: readonly (number | null)[]
}

interface HeatTableProps {
  caption: string
  /** titles of the first two columns, and of those with the shares */
  titles: readonly [string, string]
  columns: readonly string[]
  rows: readonly HeatRow[]
}

/** Shares in a table, the higher the darker. The numbers are there too: colour alone says nothing. */
export function HeatTable({ caption, titles, columns, rows }: HeatTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scrolling" tabIndex={0} aria-label={caption}>
      <table class="heat">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {[...titles, ...columns].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, total, shares }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td class="numeric">{formatCompact(total)}</td>
              {columns.map((column, index) => {
                const share = shares[index] ?? null
                return share === null ? (
                  <td key={column} />
                ) : (
                  <td key={column} class={`heat-${Math.min(9, Math.floor(share * 10))}`}>
                    {Math.round(share * 100)}%
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
