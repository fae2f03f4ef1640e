import { type Family, formatFamilies, type Labels, type Sample } from './format.ts'
import { createHistogram, type Histogram } from './histogram.ts'

/** A number that only grows; whoever counts adds to `value`. */
export interface Counter {
  value: number
}

/**
 * What a process counts and measures of itself. Names and labels come from the code, never from users
 * or from what was asked for: their number is bounded.
 */
export interface Metrics {
  /** asked for twice with the same name and labels it is the same one */
  counter(name: string, help: string, labels?: Labels): Counter
  /** the same; @param bounds of its buckets in seconds */
  histogram(name: string, help: string, bounds: readonly number[], labels?: Labels): Histogram
  /** has something read when somebody asks; what cannot be read then is left out */
  collect(read: () => readonly Family[] | Promise<readonly Family[]>): void
  /**
   * All of it in the text format.
   * @param onError hears of what could not be read
   */
  text(onError: (error: unknown) => void): Promise<string>
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
    collect: (read) => void readers.push(read),
    async text(onError) {
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
      return formatFamilies(families)
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
