import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** Appended to a prefix, it sorts after every text with that prefix. */
const HIGHEST = '\u{10ffff}'

/**
 * Whether a text begins with another one, by code points. Written as a range, so that an index by code points
 * (`byCodePoints`) can answer it.
 */
export function beginsWith(db: Db, text: Expression<unknown>, prefix: string): RawBuilder<SqlBool> {
  const value = byCodePoints(db, text)
  return sql<SqlBool>`(${value} >= ${prefix} and ${value} < ${prefix + HIGHEST})`
}

/** A text that sorts by its code points, as every text does on SQLite. For queries and migrations. */
export function byCodePoints(
  db: Parameters<typeof isPostgres>[0],
  text: Expression<unknown>,
): RawBuilder<unknown> {
  return isPostgres(db) ? sql`(${text} collate "C")` : sql`${text}`
}
