import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'

/** A table or index of SQLite as it lies in the file. */
export interface Stored {
  name: string
  /** the table itself for a table; for a table of a search index its virtual table */
  table: string
  kind: 'table' | 'index'
  bytes: number
}

const OF_SEARCH = /^(\w+_search)_(?:data|idx|content|docsize|config)$/

/**
 * All tables and indexes, the largest first.
 * @see https://www.sqlite.org/dbstat.html
 */
export async function storedIn(db: Db): Promise<Stored[]> {
  const { rows } = await sql<Omit<Stored, 'kind'> & { type: string | null }>`
    select dbstat.name, coalesce(sqlite_schema.tbl_name, dbstat.name) as "table", sqlite_schema.type,
      dbstat.pgsize as bytes
    from dbstat left join sqlite_schema on sqlite_schema.name = dbstat.name
    where dbstat.aggregate = true order by dbstat.pgsize desc`.execute(db)
  return rows.map(({ name, table, type, bytes }) => ({
    name,
    table: OF_SEARCH.exec(table)?.[1] ?? table,
    kind: type === 'index' ? 'index' : 'table',
    bytes,
  }))
}

/** Names of the indexes that a plan of SQLite enters, those that it makes itself for a key included. */
export function indexesIn(plan: string): string[] {
  return [...plan.matchAll(/USING (?:COVERING )?INDEX (\w+)/g)].map(([, name]) => name!)
}
