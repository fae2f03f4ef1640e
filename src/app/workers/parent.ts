import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { type Config, plainHostOf } from '../../kernel/base/config.ts'
import type { App } from '../../kernel/core/app.ts'
import { createMemoryCountStore } from '../../kernel/counters/memory-count-store.ts'
import type { Server } from '../../kernel/http/routes.ts'
import type { ServerOptions } from '../../kernel/http/server.ts'
import type { Family } from '../../kernel/instruments/exposition-format.ts'
import type { TlsProcesses } from '../https/tls-state.ts'
import { familiesOf, type Membership } from './group.ts'
import { createParentLink } from './links.ts'
import { sumFamilies } from './sum-metrics.ts'
import { type Supervisor, superviseWorkers } from './supervise.ts'
import { createTlsOfWorkers } from './tls-of-workers.ts'
import { createWriter } from './writer.ts'

/** The process that starts workers, as far as they concern it. */
export interface Parent extends Disposable {
  /** for `openApp` */
  readonly member: Membership
  /** for the HTTP server */
  readonly serverOptions: Partial<ServerOptions>
  /**
   * Has workers listen on the port.
   * @returns the port
   * @throws NoWorkers if one cannot be started
   */
  listen(app: App, http: Server): Promise<number>
  /** the workers end TLS */
  readonly tls: TlsProcesses
  /** ends the workers, which answer what they have */
  stop(): Promise<void>
}

interface Options {
  /** of the whole server */
  config: Config
  workers: number
  env: NodeJS.ProcessEnv
  log: Logger
}

/** @throws NoWorkers if they cannot be started here */
export function createParent({ config, workers, env, log }: Options): Parent {
  const { severalProcesses, parts, https } = config
  const link = createParentLink()
  const countStore = createMemoryCountStore()
  const writer = config.databaseUrl === null ? createWriter(config.dataDir) : null
  let supervisor: Supervisor | null = null
  const channels = () => supervisor?.channels() ?? []
  const tls = createTlsOfWorkers(channels, log)
  const metrics = (own: readonly Family[]) => addUp(own, supervisor, log)
  return {
    member: {
      group: { isParent: true, metrics },
      ties: severalProcesses ? null : { link: link.open, countStore },
    },
    serverOptions: writer?.serverOptions ?? {},
    async listen(app, http) {
      await writer?.listen(app, http, channels)
      const port = await findPort(config)
      const orders = { workers, port, parts: [...parts], severalProcesses, https }
      supervisor = await superviseWorkers({
        ...{ count: workers, env, log, patience: config.shutdownTimeout },
        join(channel, number) {
          channel.onAsked('orders', () => ({
            ...{ ...orders, number },
            ...{ tls: tls.state(), socket: writer?.socket ?? null },
          }))
          channel.onAsked('take', ({ counts, now }) => countStore.take(counts, now))
          channel.onAsked('add', ({ counts, now }) => countStore.add(counts, now))
          channel.onAsked('allMetrics', async () => metrics(await familiesOf(app)))
          channel.onTold('used', app.noteUse)
          channel.onTold('suggested', app.deferredJobs.add)
          return link.add(channel)
        },
      })
      return port
    },
    tls,
    stop: async () => supervisor?.stop(),
    [Symbol.dispose]: () => writer?.[Symbol.dispose](),
  }
}

/** The port, or the one that the system chooses for 0. Fails if another program has it, which sharing would hide. */
async function findPort(config: Config): Promise<number> {
  const { port } = config
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  probe.once('error', reject)
  probe.listen({ host: plainHostOf(config), port }, () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
  })
  return promise
}

/** Without those of a worker that does not answer. */
async function addUp(
  own: readonly Family[],
  supervisor: Supervisor | null,
  log: Logger,
): Promise<readonly Family[]> {
  const channels = supervisor?.channels() ?? []
  const asked = await Promise.allSettled(channels.map((one) => one.ask('metrics', null)))
  const others = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (others.length < channels.length) log.warn('some workers did not tell their metrics')
  return [...sumFamilies(own, others), ...workerFamilies(supervisor)]
}

function workerFamilies(supervisor: Supervisor | null): Family[] {
  const running = supervisor?.channels().length ?? 0
  return [
    {
      name: 'rookery_workers',
      help: 'Further processes that answer requests',
      type: 'gauge',
      samples: [{ value: running }],
    },
    {
      name: 'rookery_worker_restarts_total',
      help: 'How often one of them ended and was started again',
      type: 'counter',
      samples: [{ value: supervisor?.restarts ?? 0 }],
    },
  ]
}
