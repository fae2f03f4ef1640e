import type { SelectQueryBuilder } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * Holds the rows that a query finds until the end of the transaction and leaves out those that
 * another transaction holds. SQLite has one writer at a time.
 */
export function skipLocked<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forUpdate().skipLocked() : query
}

/** The same, but waits for those that another transaction holds. */
export function locked<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forUpdate() : query
}

/**
 * Keeps those of a table's rows that a query finds from being removed until the end of the
 * transaction, so that new rows may name them; one that another transaction just removed is left out.
 */
export function kept<Tables extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Tables, Row>,
  table: Tables,
): SelectQueryBuilder<Schema, Tables, Row> {
  return isPostgres(db) ? query.forKeyShare(table) : query
}
