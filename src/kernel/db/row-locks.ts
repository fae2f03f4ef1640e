import type { SelectQueryBuilder } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Locks the rows of a query until the end of the transaction and skips rows that another transaction has
 * locked. SQLite has one writer at a time.
 */
export function skipLocked<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query
}

/** The same, but waits for rows that another transaction has locked. */
export function locked<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forUpdate() : query
}

/**
 * Protects one table's rows of a query from deletion until the end of the transaction, so that new rows may
 * reference them; a row that another transaction just deleted is left out.
 */
export function keyShareLocked<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
  table: Tables,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forKeyShare(table) : query
}
