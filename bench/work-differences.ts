import type { Work } from './work-counters.ts'

export const MEASURES = [
  'queries',
  'transactions',
  'waits',
  'prepared',
  'calls',
  'allocated',
] as const satisfies (keyof Work)[]

/** A count of work for one request. */
export interface Row {
  database: 'sqlite' | 'postgres'
  route: string
  measure: (typeof MEASURES)[number]
  /** bytes for `allocated` */
  value: number
}

/** A count beside its value in the table. */
export interface Difference extends Row {
  /** null: the table does not have it */
  before: number | null
  verdict: 'equal' | 'grown' | 'shrunk' | 'unknown'
}

/** How much of these may come and go without a cause in the request; of the others none. */
const TOLERANCE: Partial<Record<Row['measure'], number>> = { calls: 0.05, allocated: 0.05 }

/** Compares counts with those of the table. */
export function compare(table: readonly Row[], rows: readonly Row[]): Difference[] {
  const known = new Map(table.map((row) => [keyOf(row), row.value]))
  return rows.map((row) => {
    const before = known.get(keyOf(row)) ?? null
    return { ...row, before, verdict: before === null ? 'unknown' : verdictOf(row, before) }
  })
}

function verdictOf({ measure, value }: Row, before: number): Difference['verdict'] {
  const allowed = before * (TOLERANCE[measure] ?? 0)
  if (value > before + allowed) return 'grown'
  return value < before - allowed ? 'shrunk' : 'equal'
}

/** Whether two rows count the same. */
export function keyOf({ database, route, measure }: Row): string {
  return [database, route, measure].join('\t')
}
