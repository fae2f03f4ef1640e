import type { Histogram } from './histogram.ts'

export type Labels = Readonly<Record<string, string>>

/** One number of a family. */
export interface Sample {
  labels?: Labels
  value: number
}

/** All samples of one metric name. */
export type Family = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; samples: readonly Sample[] }
  | { type: 'histogram'; samples: readonly { labels?: Labels; value: Histogram }[] }
)

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export function formatFamilies(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => {
      const { name, help, type } = family
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`
      return head + linesOf(family).join('')
    })
    .join('')
}

function linesOf(family: Family): string[] {
  const { name } = family
  if (family.type === 'histogram') {
    return family.samples.flatMap(({ labels = {}, value }) => histogramLines(name, labels, value))
  }
  return family.samples.map(({ labels = {}, value }) => line(name, labels, value))
}

function histogramLines(name: string, labels: Labels, { bounds, counts, sum }: Histogram) {
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    const le = at < bounds.length ? String(bounds[at]) : '+Inf'
    return line(`${name}_bucket`, { ...labels, le }, total)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
