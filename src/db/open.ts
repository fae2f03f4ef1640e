import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
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
  const { DEADLINES } = await import('./postgres/deadlines.ts')
  return openPostgres(config.databaseUrl, DEADLINES[options.process ?? 'server'])
}

export interface MigratedOptions extends SqliteOptions {
  /** called before each migration */
  onMigration?: ((name: string) => void) | undefined
}

/**
 * Opens the database that the settings name and brings its schema up to date.
 * @throws StartError with one line for the operator if it cannot be used
 */
export async function openMigrated(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { onMigration, ...options }: MigratedOptions = {},
): Promise<Database> {
  const database = await openDatabase(config, options)
  try {
    await migrate(database, onMigration === undefined ? {} : { onProgress: onMigration })
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}
