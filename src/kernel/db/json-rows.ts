import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../text/storable.ts'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { Placeholder } from './prepared.ts'

/** The type of a column, in the terms of `columnTypes`. */
export type GivenColumn = 'id' | 'text' | 'integer' | 'boolean'

const ON_POSTGRES = { id: 'bigint', text: 'text', integer: 'bigint', boolean: 'boolean' }

/**
 * In-memory rows as a relation, for an insert, update or join of many rows: one parameter for any number of
 * rows, so the statement is prepared once. Halves of characters, which would make it fail for all rows, are replaced.
 *
 * @param columns the needed members of a row, with their types
 * @example
 * db.insertInto('job').columns(['id', 'kind']).expression(
 * db.selectFrom(jsonRows(db, { id: 'id', kind: 'text' }, jobs).as('given')).selectAll())
 */
export function jsonRows<Row extends object>(
  db: Db,
  columns: { [Name in keyof Row & string]: GivenColumn },
  rows: readonly Row[],
): RawBuilder<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const textOf = (given: readonly Row[]) =>
    storableJson(given.map((row) => names.map((name) => row[name])))
  const text =
    rows instanceof Placeholder
      ? new Placeholder(rows.name, (value) => textOf(value as readonly Row[]))
      : textOf(rows)
  const selected = names.map((name, at) => column(db, columns[name], name, at))
  if (isPostgres(db)) {
    return sql<Row>`(select ${sql.join(selected)} from json_array_elements(${text}::json) as given (value))`
  }
  return sql<Row>`(select ${sql.join(selected)} from json_each(${text}))`
}

function column(db: Db, type: GivenColumn, name: string, at: number): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(name)}`
  return sql`cast(value ->> ${sql.lit(at)} as ${sql.raw(ON_POSTGRES[type])}) as ${sql.ref(name)}`
}
