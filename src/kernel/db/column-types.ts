import {
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'

type ColumnSettings = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** Column types for migrations; the SQLite driver decodes columns by these exact type names. */
export interface ColumnTypes {
  /** an 18-digit string in the code */
  id: RawBuilder<unknown>
  /** ms since 1970 */
  timestamp: RawBuilder<unknown>
  text: RawBuilder<unknown>
  boolean: RawBuilder<unknown>
  /** read parsed, written with `JSON.stringify` */
  json: RawBuilder<unknown>
  integer: RawBuilder<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: any schema will do, a migration's and the real one
type AnyDb = Kysely<any>

/** Only files in `src/kernel/db` may call it. */
export function isPostgres(db: AnyDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The column types of the database behind `db`. */
export function columnTypes(db: AnyDb): ColumnTypes {
  const postgres = isPostgres(db)
  return {
    id: postgres ? sql`bigint` : sql`text`,
    timestamp: postgres ? sql`bigint` : sql`integer`,
    text: sql`text`,
    boolean: sql`boolean`,
    json: postgres ? sql`jsonb` : sql`json text`,
    integer: postgres ? sql`bigint` : sql`integer`,
  }
}

/** A required reference to a row of `table`; the row is deleted together with that one. */
export function ownedBy(table: string): ColumnSettings {
  return (column) => column.notNull().references(`${table}.id`).onDelete('cascade')
}

/** An optional reference to a row of `table`; it becomes null when that row is deleted. */
export function refersTo(table: string): ColumnSettings {
  return (column) => column.references(`${table}.id`).onDelete('set null')
}
