import {
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely'

type ColumnSettings = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** What migrations declare columns with; the SQLite driver decodes by these very words. */
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

/** Only files in `src/db` may ask. */
export function isPostgres(db: AnyDb): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** The column types of the database that `db` speaks to. */
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

/** A column that must name a row of `table` and goes with it. */
export function ownedBy(table: string): ColumnSettings {
  return (column) => column.notNull().references(`${table}.id`).onDelete('cascade')
}

/** A column that may name a row of `table`; when that row goes, so does the reference. */
export function refersTo(table: string): ColumnSettings {
  return (column) => column.references(`${table}.id`).onDelete('set null')
}
