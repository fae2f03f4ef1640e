import { pino } from 'pino'
import { openApp } from '../app/open.ts'
import { readOrigin } from '../features/instance/origin.ts'
import type { Config } from '../kernel/base/config.ts'
import type { App } from '../kernel/core/app.ts'
import { refuseRootFor } from '../kernel/db/data-owner.ts'
import type { Database } from '../kernel/db/database.ts'
import { missingMigrations } from '../kernel/db/migrate.ts'
import { type DatabaseConfig, isMissing, openDatabase } from '../kernel/db/open.ts'
import { refuseMoved } from '../kernel/db/sqlite/file.ts'
import { update } from '../kernel/db/update.ts'
import { CommandError, type Terminal } from './command.ts'
import { readShellSettings, withStoredOrigin } from './shell-settings.ts'

const NO_ORIGIN =
  'The server has not been started yet, and its address becomes part of every id: set ORIGIN to the one that it will have'

/**
 * Opens the server's data beside a server that may be running, does the work and closes the data again. The server
 * runs the queued jobs, now or at its next start. Without ORIGIN in the environment the stored one is used: an
 * operator's shell need not know it.
 *
 * @throws CommandError if there is no server yet: a wrong DATA_DIR must not become a second, empty one, and nobody guesses
 * the address of a new one
 */
export async function withApp<T>(terminal: Terminal, work: (app: App) => Promise<T>): Promise<T> {
  const given = readShellSettings(terminal.env)
  refuseRootFor(given.dataDir, 'DATA_DIR')
  demandData(given)
  await using database = await openDatabase(given, { process: 'tool' })
  await updateExisting(terminal, given, database)
  const stored = terminal.env.ORIGIN ? null : await readOrigin(database.db)
  if (stored === null && !terminal.env.ORIGIN) throw new CommandError(NO_ORIGIN)
  const config = stored === null ? given : withStoredOrigin(terminal.env, stored)
  await using opened = await openApp(config, {
    ...{ database, log: toolLog(terminal, config) },
    makesFolders: false,
  })
  return await work(opened.app)
}

/** @throws CommandError if DATA_DIR, where it counts, has no database */
export function demandData(config: DatabaseConfig): void {
  if (config.databaseUrl === null) refuseMoved(config.dataDir)
  if (isMissing(config)) throw noServer(`${config.dataDir} (DATA_DIR)`)
}

async function updateExisting(
  terminal: Terminal,
  { dataDir, databaseUrl }: Config,
  database: Database,
) {
  const { isNew } = await missingMigrations(database.db)
  if (isNew)
    throw noServer(databaseUrl === null ? `${dataDir} (DATA_DIR)` : 'the database at DATABASE_URL')
  await update(database, dataDir, {
    onMigration: (name) => terminal.note(`Updating the database: ${name}`),
  })
}

function noServer(place: string): CommandError {
  return new CommandError(
    `There is no server in ${place}: give the setting that yours runs with, or start a new one there first (rookery serve)`,
  )
}

/** A tool's output is its result, so its log goes to standard error and is quiet by default. */
function toolLog({ env }: Terminal, config: Pick<Config, 'logLevel'>) {
  return pino({ level: env.LOG_LEVEL ? config.logLevel : 'error' }, pino.destination(2))
}
