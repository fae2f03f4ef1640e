import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** Rows that SQLite samples per index: enough to distinguish a rare value from a common one. */
const ANALYSED_ROWS = 1000

/**
 * Tells SQLite that an index begins with a unique column. Without statistics it prefers the narrower unique index
 * and reads the wide row, although this index alone holds the answer.
 *
 * @param columns number of columns of the index
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

/** A table of PostgreSQL with fewer rows is read anew if a tenth of them changed. */
const FEW_ROWS = 1000

/**
 * Lets the database update statistics of tables that changed much. PostgreSQL does so by itself, but not before 50
 * rows have changed: without statistics of a table of so few it takes its rows for hardly any, and reads the large
 * tables joined to it from end to end.
 *
 * @see https://www.postgresql.org/docs/current/runtime-config-autovacuum.html#GUC-AUTOVACUUM-ANALYZE-THRESHOLD
 */
export async function refreshStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) return refreshOfSmallTables(db)
  await sql.raw(`pragma analysis_limit = ${ANALYSED_ROWS}`).execute(db)
  await sql`pragma optimize`.execute(db)
}

async function refreshOfSmallTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select class.relname as name from pg_class as class
    inner join pg_stat_user_tables as stat on stat.relid = class.oid
    where class.relnamespace = to_regnamespace(quote_ident(current_schema()))
      and (class.reltuples < 0
        or (stat.n_live_tup < ${FEW_ROWS} and stat.n_mod_since_analyze > stat.n_live_tup / 10))`.execute(
    db,
  )
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
}
