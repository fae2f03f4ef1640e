import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Difference, keyOf, MEASURES, type Row } from './work-differences.ts'

const FILE = join(import.meta.dirname, 'work.tsv')
const COLUMNS = 'database\troute\tmeasure\tvalue'

/** The counts that are allowed. */
export async function readTable(): Promise<Row[]> {
  const [, ...lines] = (await readFile(FILE, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [database, route, measure, value] = line.split('\t')
    return { database, route, measure, value: Number(value) } as Row
  })
}

/** Writes these counts; those of a database that was not asked stay. */
export async function writeTable(rows: readonly Row[]): Promise<void> {
  const counted = new Set(rows.map(({ database }) => database))
  const others = (await readTable()).filter(({ database }) => !counted.has(database))
  const all = [...rows, ...others].sort((a, b) => b.database.localeCompare(a.database))
  const lines = all.map((row) => `${keyOf(row)}\t${row.value}`)
  await writeFile(FILE, `${[COLUMNS, ...lines].join('\n')}\n`)
}

/** A line for each route. */
export function formatRows(rows: readonly Row[]): string {
  const routes = Map.groupBy(rows, ({ database, route }) => `${database}: ${route}`)
  const lines = [...routes].map(([route, own]) => [
    route,
    ...MEASURES.map((measure) => own.find((row) => row.measure === measure)?.value ?? ''),
  ])
  return formatLines([['', ...MEASURES], ...lines])
}

/** A line for each count. */
export function formatDifferences(differences: readonly Difference[]): string {
  const lines = differences.map(({ database, route, measure, before, value, verdict }) => [
    `${database}: ${route}`,
    measure,
    before ?? '',
    value,
    before ? (value / before).toFixed(3) : '',
    verdict === 'equal' ? '' : verdict,
  ])
  return formatLines([['', 'measure', 'before', 'now', 'ratio', ''], ...lines])
}

function formatLines(lines: readonly (readonly (string | number)[])[]): string {
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((cells) => `${cells[at]}`.length)))
  const aligned = (cell: string | number, at: number) =>
    Number.isNaN(Number(cell)) ? `${cell}`.padEnd(widths[at]!) : `${cell}`.padStart(widths[at]!)
  return lines.map((cells) => cells.map(aligned).join('  ').trimEnd()).join('\n')
}
