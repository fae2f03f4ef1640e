import { pino } from 'pino'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openMigrated } from '../db/open.ts'
import { openApp } from '../open-app.ts'
import { readOrigin } from '../prepare-database.ts'
import type { Terminal } from './command.ts'

/**
 * Opens the server's data beside a server that may be running, does the work and closes it again.
 * Jobs that it queues are run by the server, or at its next start. Where the environment says no
 * ORIGIN, that of the server holds: an operator's shell need not know it.
 */
export async function withApp<T>(terminal: Terminal, work: (app: App) => Promise<T>): Promise<T> {
  const given = readConfig(terminal.env)
  await using database = await openMigrated(given, {
    process: 'tool',
    onMigration: (name) => terminal.note(`Updating the database: ${name}`),
  })
  const stored = terminal.env.ORIGIN ? null : await readOrigin(database.db)
  const config = stored === null ? given : readConfig({ ...terminal.env, ORIGIN: stored })
  await using opened = await openApp(config, { database, log: toolLog(terminal, config) })
  return await work(opened.app)
}

/** A tool's output is its result, so its log goes elsewhere and says little unless asked to. */
function toolLog({ env }: Terminal, config: Pick<Config, 'logLevel'>) {
  return pino({ level: env.LOG_LEVEL ? config.logLevel : 'error' }, pino.destination(2))
}
