import type { Db } from '../database.ts'
import type { Table } from '../table-order.ts'
import { type Row, rowsAfter } from '../table-rows.ts'

const FIRST_BATCH = 200
const LARGEST_BATCH = 2_000
/** characters of a batch, so that long rows do not fill the memory */
const BATCH_SIZE = 4_000_000

export interface Batch {
  rows: Row[]
  last: boolean
}

/**
 * Reads a table in batches in the order of its key.
 * @param after the row that was read last, or null
 * @returns the next rows; `last` once there are no more
 */
export function createReader(
  db: Db,
  table: Table,
  after: Readonly<Row> | null,
): () => Promise<Batch> {
  let place = after
  let limit = FIRST_BATCH
  return async () => {
    const rows = await rowsAfter(db, table, place, limit)
    const last = rows.length < limit
    place = rows.at(-1) ?? place
    if (!last) {
      const fitting = Math.floor((BATCH_SIZE * rows.length) / sizeOf(rows))
      limit = Math.max(1, Math.min(LARGEST_BATCH, limit * 4, fitting))
    }
    return { rows, last }
  }
}

function sizeOf(rows: readonly Row[]): number {
  let size = 1
  for (const row of rows) {
    for (const name in row) {
      const value = row[name]
      size += typeof value === 'string' ? value.length : 8
    }
  }
  return size
}
