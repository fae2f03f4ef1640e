import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openSqlite, type SqliteOptions } from './sqlite/open.ts'

/**
 * Opens the database that the settings name; its schema is as it was.
 * @throws StartError with one line for the operator if it cannot be used
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: SqliteOptions = {},
): Promise<Database> {
  if (config.databaseUrl === null) return openSqlite(config.dataDir, options)
  const { openPostgres } = await import('./postgres/open.ts')
  return openPostgres(config.databaseUrl)
}
