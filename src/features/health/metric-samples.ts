/** The values of a metric by one label, in the text format of `/metrics`. */
export function samplesOf(metrics: string, name: string, label: string): Map<string, number> {
  const lines = metrics.matchAll(
    new RegExp(`^${name}\\{[^}]*\\b${label}="([^"]*)"[^}]*\\} (\\S+)$`, 'gm'),
  )
  const values = new Map<string, number>()
  for (const [, value = '', number] of lines) {
    values.set(value, (values.get(value) ?? 0) + Number(number))
  }
  return values
}

/** The value of a metric without labels; null: it is not there. */
export function numberOf(metrics: string, name: string): number | null {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]
  return found === undefined ? null : Number(found)
}

export const sumOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, one) => sum + one, 0)
