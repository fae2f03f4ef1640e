import { pino } from 'pino'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openApp } from '../open-app.ts'
import type { Terminal } from './command.ts'

/**
 * Opens the server's data beside a server that may be running, does the work and closes it again.
 * Jobs that it queues are run by the server, or at its next start.
 */
export async function withApp<T>(terminal: Terminal, work: (app: App) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.env)
  await using opened = await openApp(config, {
    process: 'tool',
    log: toolLog(terminal, config),
    onMigration: (name) => terminal.note(`Updating the database: ${name}`),
  })
  return await work(opened.app)
}

/** A tool's output is its result, so its log goes elsewhere and says little unless asked to. */
export function toolLog({ env }: Terminal, config: Pick<Config, 'logLevel'>) {
  return pino({ level: env.LOG_LEVEL ? config.logLevel : 'error' }, pino.destination(2))
}
