import type { Readable } from 'node:stream'
import { Unprocessable } from '../errors.ts'

export interface CsvLimits {
  rows: number
  /** bytes of one row */
  rowBytes: number
}

/** A row with something in it. */
export interface CsvRow {
  /** from 1 on */
  line: number
  cells: string[]
}

const NOT_CSV = 'The file is no CSV file that can be read'

/**
 * Reads a CSV file as it stands: with or without a byte order mark, any line ends, blank lines left out.
 *
 * @throws Unprocessable if it is none, or beyond its limits
 */
export async function readCsv(file: Readable, limits: CsvLimits): Promise<CsvRow[]> {
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: limits.rowBytes,
  })
  file.on('error', (error) => parser.destroy(error))
  const rows: CsvRow[] = []
  try {
    for await (const { record, info } of file.pipe(parser)) {
      const cells = (record as string[]).map((cell) => cell.replaceAll('\u0000', '').toWellFormed())
      if (cells.every((cell) => cell === '')) continue
      if (rows.length === limits.rows) {
        throw new Unprocessable(`The file has more than ${limits.rows} rows`)
      }
      rows.push({ line: info.lines as number, cells })
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Unprocessable(NOT_CSV, { cause: error })
    throw error
  } finally {
    file.destroy()
  }
  return rows
}
