import type { ColumnType } from 'kysely'

/**
 * Rows in the code's form on both databases: ids are 18-digit strings, times integer milliseconds
 * since 1970, booleans booleans. JSON columns are read parsed and written with `JSON.stringify`.
 */
export type Json<T> = ColumnType<T, string, string>
/** null is SQL's null, so that an index can exclude it */
export type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>
/** set once, at insert */
export type Fixed<T> = ColumnType<T, T, never>
