import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { surfaces } from './app/compose/routes.ts'
import { watchParent } from './app/exit-with-parent.ts'
import type { Https } from './app/https/serve-https.ts'
import { listenError } from './app/listen-error.ts'
import { openApp } from './app/open.ts'
import { createHttp } from './app/serve.ts'
import { createShutdown, drainTime } from './app/shutdown.ts'
import { giveBackStartupMemory } from './app/startup-memory.ts'
import { warmUp } from './app/warm-up.ts'
import { countWorkers, NoWorkers, thisMachine, type WorkerCount } from './app/worker-count.ts'
import type { Parent } from './app/workers/parent.ts'
import { ensureSetupLink } from './features/identity/sign-up/setup.ts'
import {
  type Config,
  ConfigError,
  PARTS,
  plainHostOf,
  readConfig,
  WRONG_SETTINGS,
} from './kernel/base/config.ts'
import { idleSettings } from './kernel/base/idle-settings.ts'
import { misspeltSettings } from './kernel/base/misspelt-settings.ts'
import type { App } from './kernel/core/app.ts'
import { type LockOptions, takeServerLock } from './kernel/db/server-lock.ts'
import { StartError } from './kernel/db/start-error.ts'
import type { Server } from './kernel/http/routes.ts'
import { watchEventLoop } from './kernel/observe/event-loop.ts'
import { logUnhandled, openLog } from './kernel/observe/log.ts'

/** As they were given to `rookery serve`. */
interface Options {
  only?: string | undefined
  workers?: string | undefined
  https?: boolean | undefined
}

/**
 * Runs the server until it is stopped: then HTTP and the jobs end, then the database. If the start fails, it
 * prints one line on standard error and exits with code 1, or 78 if it is for the settings.
 */
export async function serve(env: NodeJS.ProcessEnv, options: Options = {}): Promise<void> {
  try {
    const config = readConfig(env, options.only, options.workers, options.https)
    for (const line of [...misspeltSettings(env), ...idleSettings(env, config)]) {
      process.stderr.write(`${line}\n`)
    }
    const workers = countWorkers(config, thisMachine())
    await open(config, workers, env).catch((error) => {
      if (workers.isAsked || !(error instanceof NoWorkers)) throw error
      return open(config, { ...workers, count: 0, reason: error.message }, env)
    })
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    const isSetting = error instanceof ConfigError || error.isSetting
    process.exitCode = isSetting ? WRONG_SETTINGS : 1
  }
}

async function open(config: Config, workers: WorkerCount, env: NodeJS.ProcessEnv): Promise<void> {
  const opened = new AsyncDisposableStack()
  try {
    await start(config, workers, env, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function start(
  whole: Config,
  workers: WorkerCount,
  env: NodeJS.ProcessEnv,
  open: AsyncDisposableStack,
): Promise<void> {
  const { count } = workers
  const config =
    count === 0 ? whole : (await import('./app/workers/shares.ts')).sharesOf(whole, count).parent
  const named = count > 0 ? { base: { pid: process.pid, process: 'parent' } } : {}
  const log = openLog({ level: config.logLevel, ...named })
  logUnhandled(log)
  const { port, parts } = config
  const host = plainHostOf(config)
  const checkout = resolve(fileURLToPath(import.meta.url), '../..')
  const lock = open.use(
    takeServerLock(config.dataDir, { host, port, checkout }, lockOptions(config)),
  )
  const shutdown = createShutdown(open, log, config.shutdownTimeout)
  const parent =
    count === 0
      ? null
      : open.use(
          (await import('./app/workers/parent.ts')).createParent({
            config: whole,
            workers: count,
            env,
            log,
          }),
        )
  const { subscribers, routes } = await surfaces(config)
  const { app, runner } = open.use(
    await openApp(config, {
      log,
      subscribers,
      serves: true,
      member: parent?.member,
      onMigration: (name) => process.stdout.write(`Updating the database: ${name}\n`),
      onLost: (reason) => shutdown.begin(reason),
    }),
  )
  const http = await createHttp(app, routes, parent?.serverOptions)
  let jobsEnd: Promise<void> | undefined
  let https: Https | null = null
  open.defer(() => jobsEnd)
  open.defer(() => https?.ended())
  open.defer(() => http.close())
  open.defer(() => https?.stop())
  open.defer(async () => {
    http.draining = true
    jobsEnd = runner.stop()
    // waited for later
    jobsEnd.catch(() => {})
    if (http.server.listening) await pause(drainTime(config))
    await parent?.stop()
  })
  if (parts.has('web')) await warmUp(app)
  const own = await listen(config, { app, http, parent })
  if (port === 0) lock.listensOn(own)
  https = await listenForTls(app, { http, parent })
  if (parts.has('jobs')) runner.start()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, shutdown.interrupt)
  watchParent(() => shutdown.begin(null))
  const lines = [...(await greeting(app, whole, own, https)), ...describe(workers, config)]
  process.stdout.write(`${lines.join('\n')}\n`)
  open.use(watchEventLoop(app))
  giveBackStartupMemory()
}

async function greeting(
  app: App,
  { origin, parts }: Config,
  port: number,
  https: Https | null,
): Promise<string[]> {
  const names = [...parts].join(', ')
  const lines =
    parts.size === PARTS.length
      ? [`Rookery ${https?.isServed === false ? 'will answer' : 'answers'} at ${origin}`]
      : [
          `Rookery's ${names} for ${origin} ${parts.size === 1 ? 'listens' : 'listen'} on port ${port}`,
        ]
  const setupLink = parts.has('web') ? await ensureSetupLink(app) : null
  if (setupLink !== null) lines.push(`Create the owner's account here: ${setupLink}`)
  return lines
}

/** How many workers there are, and why. */
function describe({ count, reason }: WorkerCount, config: Config): string[] {
  if (reason === null) return []
  const line = `Workers: ${count} (${reason})`
  if (count === 0 || config.databaseUrl === null) return [line]
  const { processes, pool, slowPool } = config.postgres
  const listening = config.severalProcesses && config.redisUrl === null ? 1 : 0
  const connections = processes * (pool + slowPool + listening)
  return [`${line}; all processes together open at most ${connections} connections to PostgreSQL`]
}

/** Processes that share a PostgreSQL database may share the folder of its media. */
function lockOptions({ databaseUrl, severalProcesses }: Config): LockOptions {
  const advice =
    databaseUrl === null
      ? '. Several processes of one server need PostgreSQL (DATABASE_URL)'
      : '. Several processes of one server need --only or REDIS_URL, each of them'
  return { shared: severalProcesses, advice }
}

/**
 * @returns the port
 * @throws StartError if the port is in use or the address does not belong to this machine
 */
async function listen(
  config: Config,
  { app, http, parent }: { app: App; http: Server; parent: Parent | null },
): Promise<number> {
  const { port } = config
  const host = plainHostOf(config)
  try {
    if (parent !== null) return await parent.listen(app, http)
    await http.listen({ host, port })
    return (http.server.address() as AddressInfo).port
  } catch (error) {
    throw listenError(error, { host, port, setting: 'PORT' })
  }
}

async function listenForTls(
  app: App,
  { http, parent }: { http: Server; parent: Parent | null },
): Promise<Https | null> {
  const { host, https: settings } = app.config
  if (settings === null) return null
  const { serveHttps } = await import('./app/https/serve-https.ts')
  if (parent !== null) return serveHttps(app, settings, parent.tls)
  const { createTlsListener } = await import('./app/https/tls-listener.ts')
  const processes = { ...settings, http: http.server, host, isShared: false }
  return serveHttps(app, settings, createTlsListener(processes))
}
