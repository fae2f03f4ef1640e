import { CompiledQuery, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import type { Table } from './table-order.ts'

export type Row = Record<string, unknown>

/**
 * The next rows of a table in the order of its primary key; JSON columns as text.
 * @param last the row before them, or null
 */
export async function rowsAfter(
  db: Db,
  table: Table,
  last: Readonly<Row> | null,
  limit: number,
): Promise<Row[]> {
  const key = sql.join(table.key.map((name) => sql.ref(name)))
  const columns = table.columns.map(({ name, json }) =>
    json ? sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}` : sql`${sql.ref(name)}`,
  )
  const after =
    last === null ? sql`` : sql`where (${key}) > (${sql.join(table.key.map((name) => last[name]))})`
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table.name)} ${after}
    order by ${key} limit ${limit}`.execute(db)
  return rows
}

/** Plain SQL: a query builder takes longer for 10,000 values than the database. */
export async function insertValues(
  db: Db,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  let last = 0
  const next = isPostgres(db) ? () => `$${++last}` : () => '?'
  const values = rows.map((row) => `(${row.map(next).join(',')})`).join(',')
  const names = columns.map((name) => `"${name}"`).join(',')
  const text = `insert into "${table}" (${names}) values ${values}`
  await db.executeQuery(CompiledQuery.raw(text, rows.flat()))
}

/** SQLite accepts 32,766 parameters, PostgreSQL 65,535 */
export const MOST_PARAMETERS = 30_000
