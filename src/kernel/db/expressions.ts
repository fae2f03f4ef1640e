import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** An id as a value in a select list, a recursive seed or `values`, where PostgreSQL would infer text. */
export function idValue(db: Db, id: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`cast(${id} as bigint)` : sql<string>`${id}`
}

/** A computed condition in a select list, read as a boolean on both databases; SQLite would return 0 or 1. */
export function asBoolean(db: Db, condition: Expression<SqlBool>): RawBuilder<boolean> {
  if (isPostgres(db)) return sql<boolean>`${condition}`
  return sql<boolean>`(select truth.value from truth where truth.id = (${condition}))`
}

/**
 * `exists` that looks one row up for each row of the query. A plain one PostgreSQL answers from a hash of everything
 * that the condition without the row finds, such as all favourites of a person, where it expects many rows.
 */
export function existsForRow(rows: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (${rows} limit 1 offset 0)`
}

/**
 * Locks a row until the end of the transaction, so that a check still holds at the write. SQLite has one
 * writer at a time.
 */
export async function lockRow(db: Db, table: string, id: string): Promise<void> {
  if (!isPostgres(db)) return
  await db
    .selectFrom(table as 'account')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
}

/** Locks many rows in the order of their ids, so that concurrent calls do not deadlock. */
export async function lockRows(
  db: Db,
  table: string,
  ids: readonly string[],
  key = 'id',
): Promise<void> {
  if (!isPostgres(db) || ids.length === 0) return
  const id = sql.ref(key)
  const named = sql`select 1 from ${sql.table(table)} where ${id} = any(${ids}::bigint[])`
  await sql`${named} order by ${id} for no key update`.execute(db)
}
