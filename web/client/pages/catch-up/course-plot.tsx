import { formatDateTime, formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { binsOf, type Entry, type Span } from './digest.ts'

const PARTS = 48
const STEP = 4
const HEIGHT = 40

interface CoursePlotProps {
  all: readonly Entry<unknown>[]
  /** those that are chosen are told from the others */
  shown: readonly Entry<unknown>[]
  span: Span
}

/** When the posts came. */
export function CoursePlot({ all, shown, span }: CoursePlotProps) {
  const everything = binsOf(all, span, PARTS)
  const chosen = binsOf(shown, span, PARTS)
  const most = Math.max(1, ...everything)
  const write = (at: number) => formatDateTime(new Date(at).toISOString())
  const partLength = (span.to - span.from) / PARTS
  const busiest = write(span.from + everything.indexOf(most) * partLength)
  const label = t('{posts} from {start} to {end}, the most around {busiest}', {
    posts: plural(all.length, '{n} post', '{n} posts'),
    start: write(span.from),
    end: write(span.to),
    busiest,
  })
  return (
    <figure class="course-plot">
      <svg
        viewBox={`0 0 ${PARTS * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {everything.map((value, at) => (
          <g key={at}>
            <title>{`${write(span.from + at * partLength)}: ${formatNumber(value)}`}</title>
            <Bar at={at} share={value / most} name="all" />
            <Bar at={at} share={(chosen[at] ?? 0) / most} name="chosen" />
          </g>
        ))}
      </svg>
      <figcaption class="small muted">
        <time dateTime={new Date(span.from).toISOString()}>{write(span.from)}</time>
        <time dateTime={new Date(span.to).toISOString()}>{write(span.to)}</time>
      </figcaption>
    </figure>
  )
}

function Bar({ at, share, name }: { at: number; share: number; name: string }) {
  const height = share * HEIGHT
  return (
    <rect class={name} x={at * STEP + 0.5} y={HEIGHT - height} width={STEP - 1} height={height} />
  )
}
