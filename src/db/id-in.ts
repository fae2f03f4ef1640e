import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { Placeholder } from './prepared.ts'

/**
 * Whether an id column holds one of many ids: one parameter however many there are, so the
 * statement is prepared once.
 *
 * @param column as in `account.id`, or an expression
 */
export function idIn(
  db: Db,
  column: string | Expression<unknown>,
  ids: readonly string[],
): RawBuilder<SqlBool> {
  const left = typeof column === 'string' ? sql.ref(column) : column
  if (isPostgres(db)) return sql<SqlBool>`${left} = any(${ids}::bigint[])`
  return sql<SqlBool>`${left} in (select value from json_each(${jsonOf(ids)}))`
}

/** The same for a column of texts. */
export function textIn(db: Db, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  if (isPostgres(db)) return sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
  return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${jsonOf(texts)}))`
}

/** The ids as a relation with one column `id`, for joins that begin at them. */
export function idRows(db: Db, ids: readonly string[]): RawBuilder<{ id: string }> {
  if (isPostgres(db)) return sql<{ id: string }>`(select unnest(${ids}::bigint[]) as id)`
  return sql<{ id: string }>`(select value as id from json_each(${jsonOf(ids)}))`
}

function jsonOf(ids: readonly string[] | Placeholder): unknown {
  if (ids instanceof Placeholder) return new Placeholder(ids.name, (value) => JSON.stringify(value))
  return JSON.stringify(ids)
}
