import type { Family, Labels, Sample } from './exposition-format.ts'
import { createHistogram, type Histogram } from './histogram.ts'
import { createRunningWork, type RunningWork } from './running-work.ts'

/** A number that only grows; callers add to `value`. */
export interface Counter {
  value: number
}

/**
 * Counters and measures of a process. Names and labels come from the code, never from users or requests,
 * so their number is bounded.
 */
export interface Metrics {
  /** returns the same counter for the same name and labels */
  counter(name: string, help: string, labels?: Labels): Counter
  /** as `counter`; @param bounds of its buckets in seconds */
  histogram(name: string, help: string, bounds: readonly number[], labels?: Labels): Histogram
  /** what runs now, to name what holds up the event loop */
  readonly work: RunningWork
  /** reads families at each scrape; a family that cannot be read is left out */
  collect(read: () => readonly Family[] | Promise<readonly Family[]>): void
  /**
   * All metrics.
   * @param onError called when a family cannot be read
   */
  families(onError: (error: unknown) => void): Promise<readonly Family[]>
}

interface Kept<Value> {
  help: string
  samples: Map<string, { labels: Labels; value: Value }>
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Kept<Counter>>()
  const histograms = new Map<string, Kept<Histogram>>()
  const readers: (() => readonly Family[] | Promise<readonly Family[]>)[] = []
  return {
    counter: (name, help, labels = {}) =>
      keep(counters, { name, help, labels }, () => ({ value: 0 })),
    histogram: (name, help, bounds, labels = {}) =>
      keep(histograms, { name, help, labels }, () => createHistogram(bounds)),
    work: createRunningWork(),
    collect: (read) => void readers.push(read),
    async families(onError) {
      const reading = readers.map((read) => Promise.try(read))
      const families: Family[] = [...counters].map(([name, { help, samples }]) => ({
        ...{ name, help, type: 'counter' },
        samples: [...samples.values()].map(countOf),
      }))
      for (const [name, { help, samples }] of histograms) {
        families.push({ name, help, type: 'histogram', samples: [...samples.values()] })
      }
      for (const answer of await Promise.allSettled(reading)) {
        if (answer.status === 'fulfilled') families.push(...answer.value)
        else onError(answer.reason)
      }
      return families
    },
  }
}

function countOf({ labels, value }: { labels: Labels; value: Counter }): Sample {
  return { labels, value: value.value }
}

function keep<Value>(
  all: Map<string, Kept<Value>>,
  { name, help, labels }: { name: string; help: string; labels: Labels },
  make: () => Value,
): Value {
  const family = all.get(name) ?? { help, samples: new Map() }
  all.set(name, family)
  const key = JSON.stringify(labels)
  const known = family.samples.get(key)
  if (known !== undefined) return known.value
  const value = make()
  family.samples.set(key, { labels, value })
  return value
}
