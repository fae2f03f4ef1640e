import { DAY, SECOND } from '../../kernel/base/durations.ts'
import type { Sample } from './samples.ts'

/** ms by which the start of one process may seem to move, as clocks are set */
const JITTER = 10 * SECOND

/** Counters that each process begins anew. */
const COUNTED = ['requests', 'errors', 'stalls'] as const
const MEASURED = [
  'free_bytes',
  'database_bytes',
  'media_bytes',
  'jobs_waiting',
  'jobs_parked',
  'deliveries_waiting',
  'hosts_silent',
] as const

type Counted = (typeof COUNTED)[number]
export type Figure = Counted | (typeof MEASURED)[number]

export interface Point {
  at: number
  value: number
}

/** A figure over time; of what is counted, how much each sample has more than the one before. */
export function figuresOf(samples: readonly Sample[], figure: Figure): Point[] {
  if (isCounted(figure)) return growthOf(samples, figure)
  return samples.flatMap((sample) => {
    const value = sample[figure]
    return value === null ? [] : [{ at: sample.at, value }]
  })
}

/** Of a process that began in between all that it has counted is new. */
function growthOf(samples: readonly Sample[], figure: Counted): Point[] {
  return samples.slice(1).map((sample, at) => {
    const before = samples[at]!
    const isSame =
      Math.abs(sample.started_at - before.started_at) < JITTER && sample[figure] >= before[figure]
    return { at: sample.at, value: sample[figure] - (isSame ? before[figure] : 0) }
  })
}

/** Days with the last value of each figure, or the sum of what is counted; the newest day first. */
export function lastOfEachDay(
  samples: readonly Sample[],
  figures: readonly Figure[],
): { at: number; values: (number | null)[] }[] {
  const columns = figures.map((figure) => {
    const byDay = new Map<number, number>()
    for (const { at, value } of figuresOf(samples, figure)) {
      const day = at - (at % DAY)
      byDay.set(day, isCounted(figure) ? (byDay.get(day) ?? 0) + value : value)
    }
    return byDay
  })
  const days = [...new Set(samples.map(({ at }) => at - (at % DAY)))].reverse()
  return days.map((at) => ({ at, values: columns.map((column) => column.get(at) ?? null) }))
}

const isCounted = (figure: Figure): figure is Counted =>
  COUNTED.some((counted) => counted === figure)
