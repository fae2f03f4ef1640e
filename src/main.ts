import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { surfaces } from './compose.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { takeServerLock } from './db/server-lock.ts'
import { StartError } from './db/start-error.ts'
import type { Server } from './http/routes.ts'
import { ensureSetupLink } from './oauth/setup.ts'
import { openApp } from './open-app.ts'
import { watchParent } from './parent-watch.ts'
import { createHttp } from './serve.ts'
import { createShutdown } from './shutdown.ts'
import { giveBackStartupMemory } from './startup-memory.ts'
import { warmUp } from './warm-up.ts'

/**
 * Runs the server until it is told to stop: then HTTP ends, then the jobs, then the database. What
 * keeps it from starting is one line on the error output and exit code 1.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const open = new AsyncDisposableStack()
  try {
    await start(readConfig(env), open)
  } catch (error) {
    await open.disposeAsync()
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

async function start(config: Config, open: AsyncDisposableStack): Promise<void> {
  const log = pino({ level: config.logLevel })
  const { host, port } = config
  const checkout = resolve(fileURLToPath(import.meta.url), '../..')
  const lock = open.use(takeServerLock(config.dataDir, { host, port, checkout }))
  const shutdown = createShutdown(open, log)
  const { subscribers, routes } = surfaces()
  const { app, runner } = open.use(
    await openApp(config, {
      log,
      subscribers,
      onMigration: (name) => process.stdout.write(`Updating the database: ${name}\n`),
      onLost: () => shutdown.begin('another process took over its number in the database'),
    }),
  )
  const http = await createHttp(app, routes)
  open.defer(() => http.close())
  await warmUp(app)
  await listen(http, config)
  if (port === 0) lock.listensOn((http.server.address() as AddressInfo).port)
  runner.start()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, shutdown.interrupt)
  watchParent(() => shutdown.begin(null))
  const setupLink = await ensureSetupLink(app)
  const lines = [`Rookery answers at ${config.origin}`]
  if (setupLink !== null) lines.push(`Create the owner's account here: ${setupLink}`)
  process.stdout.write(`${lines.join('\n')}\n`)
  giveBackStartupMemory()
}

/** @throws StartError if the port is taken or the address is not this machine's */
async function listen(http: Server, { host, port }: Config): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    const reason = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new StartError(`Cannot listen on ${host} port ${port}: ${reason}`, { cause: error })
  }
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'another program uses that port; stop it, or set PORT to another one',
  EACCES: 'not permitted; ports below 1024 need more rights, set PORT to a higher one',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  EAFNOSUPPORT: 'this machine has no such kind of address; set HOST to 0.0.0.0',
}
