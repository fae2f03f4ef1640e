import type { Db } from '../database.ts'
import type { Table } from '../table-order.ts'
import { rowsAfter } from '../table-rows.ts'
import type { RowLine } from './format.ts'

const ROWS_AT_ONCE = 500

/** The rows of a table as an archive has them, in the order of the table's key. */
export async function* rowsOf(db: Db, table: Table): AsyncGenerator<RowLine> {
  const names = table.columns.map(({ name }) => name)
  let last: Record<string, unknown> | null = null
  do {
    const rows: Record<string, unknown>[] = await rowsAfter(db, table, last, ROWS_AT_ONCE)
    for (const row of rows) yield names.map((name) => row[name]) as RowLine
    last = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!
  } while (last !== null)
}
