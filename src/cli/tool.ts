import { pino } from 'pino'
import { openApp } from '../app/open.ts'
import { readOrigin } from '../features/instance/origin.ts'
import { type Config, readConfig } from '../kernel/base/config.ts'
import type { App } from '../kernel/core/app.ts'
import { openMigrated } from '../kernel/db/open.ts'
import type { Terminal } from './command.ts'

/**
 * Opens the server's data beside a server that may be running, does the work and closes the data again. The server
 * runs the queued jobs, now or at its next start. Without ORIGIN in the environment the stored one is used: an
 * operator's shell need not know it.
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

/** A tool's output is its result, so its log goes to standard error and is quiet by default. */
function toolLog({ env }: Terminal, config: Pick<Config, 'logLevel'>) {
  return pino({ level: env.LOG_LEVEL ? config.logLevel : 'error' }, pino.destination(2))
}
