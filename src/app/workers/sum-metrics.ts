import type { Family, Sample } from '../../kernel/instruments/exposition-format.ts'
import type { Histogram } from '../../kernel/instruments/histogram.ts'

/** Gauges of which the largest value counts; others of several processes are added. */
const LARGEST = /^rookery_(event_loop_(delay|stall_longest)|replica_lag|part$|build_info)/
/** Gauges of which the smallest value counts: whether all do it. */
const SMALLEST = new Set(['rookery_replica_used', 'rookery_bus_connected'])
/** Gauges that are told by the parent alone. */
const PARENTS = new Set(['process_start_time_seconds'])

interface Labelled<Value> {
  labels?: Readonly<Record<string, string>>
  value: Value
}

/** The metrics of the parent with those of its workers: counters, histograms and most gauges are added up. */
export function sumFamilies(
  own: readonly Family[],
  others: readonly (readonly Family[])[],
): readonly Family[] {
  const byName = new Map(own.map((family) => [family.name, family]))
  for (const family of others.flat()) {
    const known = byName.get(family.name)
    if (known !== undefined && PARENTS.has(family.name)) continue
    byName.set(family.name, known === undefined ? family : addFamily(known, family))
  }
  return [...byName.values()]
}

function addFamily(one: Family, other: Family): Family {
  if (one.type === 'histogram' && other.type === 'histogram') {
    return { ...one, samples: merge<Histogram>(one.samples, other.samples, addHistograms) }
  }
  if (one.type === 'histogram' || other.type === 'histogram') return one
  return { ...one, samples: merge<number>(one.samples, other.samples, joinOf(one)) as Sample[] }
}

function joinOf({ name }: Family): (a: number, b: number) => number {
  if (LARGEST.test(name)) return Math.max
  return SMALLEST.has(name) ? Math.min : (a, b) => a + b
}

function merge<Value>(
  some: readonly Labelled<Value>[],
  others: readonly Labelled<Value>[],
  join: (a: Value, b: Value) => Value,
): Labelled<Value>[] {
  const merged = new Map(some.map((sample) => [JSON.stringify(sample.labels), sample]))
  for (const sample of others) {
    const key = JSON.stringify(sample.labels)
    const known = merged.get(key)
    merged.set(
      key,
      known === undefined ? sample : { ...known, value: join(known.value, sample.value) },
    )
  }
  return [...merged.values()]
}

function addHistograms(one: Histogram, other: Histogram): Histogram {
  const counts = one.counts.map((count, at) => count + (other.counts[at] ?? 0))
  return { bounds: one.bounds, counts, sum: one.sum + other.sum, observe() {} }
}
