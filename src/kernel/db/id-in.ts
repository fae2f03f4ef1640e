import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { Placeholder } from './prepared.ts'

/**
 * Whether an id column holds one of many ids: one parameter for any number of ids, so the statement is
 * prepared once.
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

/** The same for a text column. */
export function textIn(db: Db, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  if (isPostgres(db)) return sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
  return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${jsonOf(texts)}))`
}

/** The ids as a relation with one column `id`, as the first table of joins. */
export function idRows(db: Db, ids: readonly string[]): RawBuilder<{ id: string }> {
  if (isPostgres(db)) return sql<{ id: string }>`(select unnest(${ids}::bigint[]) as id)`
  return sql<{ id: string }>`(select value as id from json_each(${jsonOf(ids)}))`
}

/**
 * The same with a second id in each row, for joins by both. Joined by a value instead of a column, PostgreSQL may read
 * all rows that have the value, such as everybody whom somebody follows, as it plans once for all values.
 */
export function idPairs(
  db: Db,
  ids: readonly string[],
  other: string,
): RawBuilder<{ id: string; other_id: string }> {
  if (isPostgres(db))
    return sql`(select unnest(${ids}::bigint[]) as id, ${other}::bigint as other_id)`
  return sql`(select value as id, ${other} as other_id from json_each(${jsonOf(ids)}))`
}

function jsonOf(ids: readonly string[] | Placeholder): unknown {
  if (ids instanceof Placeholder) return new Placeholder(ids.name, (value) => JSON.stringify(value))
  return JSON.stringify(ids)
}
