import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unprocessable } from '../base/errors.ts'

export interface CsvLimits {
  rows: number
  /** bytes of one row */
  rowBytes: number
}

/** A row that is not blank. */
export interface CsvRow {
  /** from 1 on */
  line: number
  cells: string[]
}

/** bytes parsed at once, and ms of one turn of the event loop: a whole file may be in memory already (A58) */
const SLICE = 16_384
const TURN = 10

const NOT_CSV = 'The file is no CSV file that can be read'

/**
 * Reads a CSV file: with or without a byte order mark, any line ends, blank lines left out.
 *
 * @throws Unprocessable if it is no CSV, or exceeds its limits
 */
export async function readCsv(file: Readable, limits: CsvLimits): Promise<CsvRow[]> {
  // a file that cannot be opened says so at once; reading it tells the same
  file.on('error', () => {})
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
  const slices = Readable.from(slicesOf(file, limits))
  slices.on('error', (error) => parser.destroy(error))
  const rows: CsvRow[] = []
  try {
    for await (const { record, info } of slices.pipe(parser)) {
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
    slices.destroy()
    file.destroy()
  }
  return rows
}

/**
 * The file in small slices, between which other requests are answered.
 * @throws Unprocessable for a line longer than a row may be: the parser does not count empty cells
 */
async function* slicesOf(file: Readable, { rowBytes }: CsvLimits): AsyncGenerator<Buffer> {
  let since = performance.now()
  let line = 0
  for await (const chunk of file) {
    const bytes = Buffer.from(chunk)
    for (let at = 0; at < bytes.length; at += SLICE) {
      const slice = bytes.subarray(at, at + SLICE)
      const lineEnd = Math.max(slice.lastIndexOf('\n'), slice.lastIndexOf('\r'))
      line = lineEnd < 0 ? line + slice.length : slice.length - lineEnd - 1
      if (line > 2 * rowBytes) throw new Unprocessable(NOT_CSV)
      yield slice
      if (performance.now() - since < TURN) continue
      await nextTurn()
      since = performance.now()
    }
  }
}
