import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** Size of the database in bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await query.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Name and version of the database software. @example { name: 'SQLite', version: '3.51.3' } */
export async function databaseSoftware(db: Db): Promise<{ name: string; version: string }> {
  const postgres = isPostgres(db)
  const query = postgres
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await query.execute(db)
  return { name: postgres ? 'PostgreSQL' : 'SQLite', version: rows[0]?.version ?? '' }
}

/** Connections to the server of PostgreSQL that are open, and may be; null on SQLite. */
export async function connectionUse(db: Db): Promise<{ used: number; most: number } | null> {
  if (!isPostgres(db)) return null
  const { rows } = await sql<{ used: number; most: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as most`.execute(db)
  return rows[0] ?? null
}
