import { CompiledQuery } from 'kysely'
import { isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'
import { insertValues, MOST_PARAMETERS } from '../table-rows.ts'
import type { Kind, MovedTable } from './plan.ts'
import type { Value } from './values.ts'

const ROWS_AT_ONCE = 200

/** Inserts any number of rows. */
export async function insertRows(db: Db, table: MovedTable, rows: Value[][]): Promise<void> {
  if (isPostgres(db)) return insertColumns(db, table, rows)
  const insert = { table: table.name, columns: table.columns.map(({ name }) => name) }
  const most = Math.min(ROWS_AT_ONCE, Math.floor(MOST_PARAMETERS / table.columns.length))
  for (let at = 0; at < rows.length; at += most) {
    await insertValues(db, insert, rows.slice(at, at + most))
  }
}

/** One parameter for each column: the server plans three of them faster than a thousand. */
async function insertColumns(db: Db, { name, columns }: MovedTable, rows: Value[][]) {
  const names = columns.map((column) => `"${column.name}"`).join(',')
  const selected = columns.map(({ kind }, at) => `c${at}::${ON_POSTGRES[kind]}`).join(',')
  const lists = columns.map((_, at) => `$${at + 1}::text[]`).join(',')
  const given = columns.map((_, at) => `c${at}`).join(',')
  const text = `insert into "${name}" (${names})
    select ${selected} from unnest(${lists}) as given (${given})`
  const values = columns.map((_, at) => rows.map((row) => asText(row[at]!)))
  await db.executeQuery(CompiledQuery.raw(text, values))
}

const ON_POSTGRES: Record<Kind, string> = {
  id: 'bigint',
  text: 'text',
  integer: 'bigint',
  boolean: 'boolean',
  json: 'jsonb',
}

function asText(value: Value): string | null {
  return value === null ? null : String(value)
}
