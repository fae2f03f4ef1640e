import type { Db } from '../database.ts'
import { createRowSummer, sortedJson, type TableSum } from '../table-sum.ts'
import type { MovedTable } from './plan.ts'
import { createReader } from './reader.ts'
import { type Value, valuesOf } from './values.ts'

/** @param onRows called with the number of rows since the last call */
export async function sumOf(
  db: Db,
  table: MovedTable,
  onRows: (count: number) => void,
): Promise<TableSum> {
  const summer = createRowSummer()
  const next = createReader(db, table, null)
  for (let ended = false; !ended; ) {
    const batch = await next()
    for (const row of batch.rows) summer.add(textsOf(table, valuesOf(table, row)))
    onRows(batch.rows.length)
    ended = batch.last
  }
  return summer.result()
}

function textsOf({ columns }: MovedTable, values: readonly Value[]) {
  return values.map((value, at) => {
    if (value === null || typeof value === 'boolean') return value
    return columns[at]!.kind === 'json' ? sortedJson(String(value)) : String(value)
  })
}
