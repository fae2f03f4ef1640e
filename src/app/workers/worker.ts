import { setTimeout as pause } from 'node:timers/promises'
import { type Config, plainHostOf, readConfig } from '../../kernel/base/config.ts'
import { StartError } from '../../kernel/db/start-error.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { watchEventLoop } from '../../kernel/observe/event-loop.ts'
import { logUnhandled, openLog } from '../../kernel/observe/log.ts'
import type { TlsProcesses, TlsState } from '../https/tls-state.ts'
import { createShutdown, drainTime } from '../shutdown.ts'
import { giveBackStartupMemory } from '../startup-memory.ts'
import { warmUp } from '../warm-up.ts'
import { type Channel, createChannel } from './channel.ts'
import { familiesOf } from './group.ts'
import { sharesOf } from './shares.ts'

/** Runs a worker, in a process that the parent has started, until the parent tells it to stop or is gone. */
export async function serveWorker(env: NodeJS.ProcessEnv): Promise<void> {
  const channel = createChannel(process)
  // a terminal and a service manager signal all processes; only the parent knows when this one may go
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  const open = new AsyncDisposableStack()
  try {
    await start(env, channel, open)
  } catch (error) {
    channel.tell('failed', reasonOf(error))
    await open.disposeAsync()
    process.exitCode = 1
    process.disconnect?.()
  }
}

async function start(
  env: NodeJS.ProcessEnv,
  channel: Channel,
  open: AsyncDisposableStack,
): Promise<void> {
  let stop = (): void => process.exit()
  process.on('disconnect', () => stop())
  channel.onTold('stop', () => stop())
  let tls: TlsProcesses | null = null
  // what the parent says while this starts
  let latest: TlsState | null = null
  channel.onAsked('tls', async (state) => {
    latest = state
    await tls?.apply(state)
    return null
  })
  const orders = await channel.ask('orders', null)
  const { number, workers, socket, port, tls: firstTls, ...whole } = orders
  const given = { ...readConfig(env), ...whole, parts: new Set(whole.parts) }
  const config = sharesOf(given, workers).worker
  const log = openLog({
    level: config.logLevel,
    base: { pid: process.pid, process: `worker ${number}` },
  })
  logUnhandled(log)
  const shutdown = createShutdown(open, log, config.shutdownTimeout)
  let http: Server | null = null
  stop = () => {
    if (http !== null) http.draining = true
    shutdown.begin(null)
  }
  const options = { channel, log, onLost: (reason: string) => shutdown.begin(reason) }
  const made =
    socket === null
      ? await (await import('./whole-worker.ts')).openWholeWorker(config, options, open)
      : await (await import('./reader.ts')).openReader(config, { ...options, socket }, open)
  const { app } = made
  http = made.http
  open.defer(() => tls?.ended())
  open.defer(() => made.http.close())
  open.defer(() => tls?.stop())
  open.defer(async () => {
    // a parent that was killed is started again, and needs the port
    if (process.connected) await pause(drainTime(config))
  })
  channel.onAsked('beat', () => null)
  channel.onAsked('metrics', () => familiesOf(app))
  if (config.parts.has('web')) await warmUp(app)
  await listen(made.http, plainHostOf(config), port)
  tls = await listenForTls(config, made.http)
  const state = latest ?? firstTls
  if (state !== null) await tls?.apply(state)
  channel.tell('listens', null)
  open.use(watchEventLoop(app))
  giveBackStartupMemory()
}

async function listenForTls({ host, https }: Config, { server: http }: Server) {
  if (https === null) return null
  const { createTlsListener } = await import('../https/tls-listener.ts')
  return createTlsListener({ ...https, http, host, isShared: true })
}

async function listen(http: Server, host: string, port: number): Promise<void> {
  // Fastify passes on what its types do not name
  const shared: { host: string; port: number } = Object.assign({ host, port }, { reusePort: true })
  await http.listen(shared)
}

function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') return CANNOT_SHARE
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const CANNOT_SHARE =
  'This system lets no two processes share a port, which workers need: set WORKERS=0, or start without --workers'
