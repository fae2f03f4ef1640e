import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from '../../../src/kernel/db/database.ts'
import { migrate } from '../../../src/kernel/db/migrate.ts'
import { migrations } from '../../../src/kernel/db/migrations/all.ts'
import { databaseFile } from '../../../src/kernel/db/sqlite/file.ts'
import { openSqlite } from '../../../src/kernel/db/sqlite/open.ts'
import type { Size } from './layout.ts'
import { fillings } from './rows.ts'
import { SQLITE } from './spelling.ts'

const FOLDER = '.rookery-large'

/** Changes with what fills the tables and with the schema. */
export function keyOf(size: Size): string {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name !== 'requests.ts' && name !== 'server.ts')
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const of = JSON.stringify([size, files, migrations.map(({ name, up }) => [name, String(up)])])
  return createHash('sha256').update(of).digest('hex').slice(0, 12)
}

/**
 * A generated database, which is kept for the next time; it is for reading.
 * @param folder holds this database alone: an outdated one is deleted when a new one is made
 */
export async function openLargeSqlite(size: Size, folder = FOLDER): Promise<Database> {
  const dataDir = join(folder, keyOf(size))
  if (!existsSync(dataDir)) await make(folder, dataDir, size)
  return openSqlite(dataDir)
}

async function make(folder: string, dataDir: string, size: Size): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) rmSync(join(folder, old), { recursive: true })
  const making = `${dataDir}.new`
  const empty = await openSqlite(making)
  await migrate(empty)
  await empty[Symbol.asyncDispose]()
  fill(databaseFile(making), size)
  renameSync(making, dataDir)
}

/** Fills a database that has its schema, and nobody else open. */
export function fill(file: string, size: Size): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(
    'pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -500000',
  )
  const rows = fillings(size, SQLITE)
  const tables = [...new Set(rows.map(([table]) => table))].map((table) => `'${table}'`)
  const indexes = database
    .prepare(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${tables})`,
    )
    .all()
  database.exec('begin')
  for (const { name } of indexes) database.exec(`drop index ${name}`)
  for (const [, sql] of rows) database.exec(sql)
  database.exec(`insert into status_search (rowid, words) select cast(id as integer), lower(text) from status where text <> '';
    insert into account_search (rowid, words) select cast(id as integer), search_text from account`)
  for (const { sql } of indexes) database.exec(String(sql))
  database.exec('commit; pragma analysis_limit = 1000; analyze; pragma journal_mode = wal')
  database.close()
}
