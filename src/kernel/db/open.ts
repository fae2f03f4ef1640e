import { accessSync } from 'node:fs'
import type { Config } from '../base/config.ts'
import { POSTGRES_DEFAULTS, type PostgresSettings } from '../base/postgres-settings.ts'
import type { Database } from './database.ts'
import { databaseFile } from './sqlite/file.ts'
import { openSqlite, type SqliteOptions } from './sqlite/open.ts'
import { update } from './update.ts'

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'postgres'>>

export interface OpenDatabaseOptions extends SqliteOptions {
  /**
   * Called with a line for the operator about something that the database lacks, and the server does without.
   * @param isGood it no longer lacks it
   */
  tell?: ((line: string, isGood: boolean) => void) | undefined
  /** that has the address of PostgreSQL, for lines about it; default DATABASE_URL */
  setting?: string
}

/**
 * Opens the configured database without migrating it. Commands read the primary only.
 * @throws StartError with one line for the operator if it cannot be used
 */
export async function openDatabase(
  config: DatabaseConfig,
  options: OpenDatabaseOptions = {},
): Promise<Database> {
  if (config.databaseUrl === null) return openSqlite(config.dataDir, options)
  const { openPostgres } = await import('./postgres/open.ts')
  const { DEADLINES } = await import('./postgres/deadlines.ts')
  const { postgres: settings = POSTGRES_DEFAULTS } = config
  const { process: kind = 'server', tell, setting } = options
  if (kind === 'tool') {
    const withoutReplica: PostgresSettings = { ...settings, replicaUrl: null }
    return openPostgres(config.databaseUrl, {
      deadlines: DEADLINES.tool,
      settings: withoutReplica,
      ...{ tell, setting, purpose: 'read' },
    })
  }
  const deadlines = {
    ...DEADLINES.server,
    usual: settings.timeout,
    slow: settings.slowTimeout,
  }
  return openPostgres(config.databaseUrl, { deadlines, settings, tell, setting })
}

/** Whether the configured database is a file that nobody has made yet; a folder that cannot be entered may have one. */
export function isMissing({ databaseUrl, dataDir }: DatabaseConfig): boolean {
  if (databaseUrl !== null) return false
  try {
    accessSync(databaseFile(dataDir))
    return false
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

export interface MigratedOptions extends OpenDatabaseOptions {
  /** called before each migration */
  onMigration?: ((name: string) => void) | undefined
}

/**
 * Opens the configured database and migrates its schema.
 * @throws StartError with one line for the operator if it cannot be used
 */
export async function openMigrated(
  config: DatabaseConfig,
  { onMigration, ...options }: MigratedOptions = {},
): Promise<Database> {
  const database = await openDatabase(config, options)
  try {
    await update(database, config.dataDir, { onMigration, tell: options.tell })
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}
