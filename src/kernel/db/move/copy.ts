import { sql } from 'kysely'
import { DomainError } from '../../base/errors.ts'
import type { Database, Db } from '../database.ts'
import type { Row } from '../table-rows.ts'
import { MoveError } from './error.ts'
import { insertRows } from './insert.ts'
import type { MovedTable } from './plan.ts'
import { createReader } from './reader.ts'
import { AT_START, readPlace, writePlace } from './state.ts'
import { type OnReplaced, type Value, valuesOf } from './values.ts'

export interface Copying {
  source: Db
  target: Database
  onRows(count: number): void
  /** rows of an interrupted move */
  onSkipped(count: number): void
  onReplaced: OnReplaced
}

/** Copies a table from where its last copy ended. Rows and place are written together, so none comes twice. */
export async function copyTable(copying: Copying, table: MovedTable): Promise<void> {
  const { source, target, onRows, onReplaced } = copying
  const place = await readPlace(target.db, table.name)
  copying.onSkipped(place.rows)
  if (place.done) return
  let { after, rows: copied } = place
  const next = createReader(source, table, after)
  for (let batch = await next(); ; ) {
    const { rows, last: done } = batch
    if (rows.length > 0) after = keyOf(table, rows.at(-1)!)
    copied += rows.length
    const values = rows.map((row) => valuesOf(table, row, onReplaced))
    const store = async (db: Db) => {
      await insertAll(db, table, values)
      await writePlace(db, table.name, { after, rows: copied, done })
    }
    const writing = target.transaction(store, { long: true, lax: true }).catch(async (error) => {
      throw await explained(target, table, values, error)
    })
    onRows(rows.length)
    if (done) return writing
    batch = (await Promise.all([next(), writing]))[0]
  }
}

async function insertAll(db: Db, table: MovedTable, values: Value[][]): Promise<void> {
  if (values.length > 0) await insertRows(db, table, values)
}

function keyOf({ key }: MovedTable, row: Row): Row {
  return Object.fromEntries(key.map((name) => [name, row[name]]))
}

/** Removes the copied rows of a table, or the entries of an index, and their place: the next copy begins anew. */
export async function startAnew(target: Database, name: string): Promise<void> {
  const clear = async (db: Db) => {
    await sql`delete from ${sql.table(name)}`.execute(db)
    await writePlace(db, name, AT_START)
  }
  await target.transaction(clear, { long: true })
}

/** Names the row that the target refuses: its own message may quote others, or none. */
async function explained(
  target: Database,
  table: MovedTable,
  rows: readonly Value[][],
  error: unknown,
): Promise<unknown> {
  if (error instanceof DomainError) return error // full or unreachable
  for (const row of rows) {
    const reason = await refusalOf(target, table, row)
    if (reason === null) continue
    const key = table.columns.flatMap(({ name }, at) => (table.key.includes(name) ? row[at] : []))
    const text = `The row ${key.join(' ')} of ${table.name} cannot be stored: ${reason.message}`
    return new MoveError(text, { cause: reason })
  }
  return error
}

async function refusalOf(target: Database, table: MovedTable, row: Value[]): Promise<Error | null> {
  const undo = new Error('not to be kept')
  const attempt = target.transaction(async (db) => {
    await insertRows(db, table, [row])
    throw undo
  })
  const reason: unknown = await attempt.catch((error: unknown) => error)
  return reason === undo ? null : (reason as Error)
}
