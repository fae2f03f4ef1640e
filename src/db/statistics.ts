import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** Rows that SQLite looks at per index: enough to tell a rare value from a common one. */
const ANALYSED_ROWS = 1000

/**
 * Tells SQLite that an index begins with a unique column. Until it has figures of its own it takes the
 * narrower unique index and reads the wide row, where this one would have answered by itself.
 *
 * @param columns how many the index has
 */
export async function declareSelective(
  db: Kysely<unknown>,
  table: string,
  index: string,
  columns: number,
): Promise<void> {
  if (isPostgres(db)) return
  await sql`analyze sqlite_schema`.execute(db)
  const figures = `1000000${' 1'.repeat(columns)}`
  await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${figures})`.execute(
    db,
  )
}

/** Lets SQLite count again what has changed much; PostgreSQL does so by itself. */
export async function refreshStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) return
  await sql.raw(`pragma analysis_limit = ${ANALYSED_ROWS}`).execute(db)
  await sql`pragma optimize`.execute(db)
}
