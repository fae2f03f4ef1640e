import type { Logger } from 'pino'
import type { Config } from '../../kernel/base/config.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { surfaces } from '../compose/routes.ts'
import { openApp } from '../open.ts'
import { createHttp } from '../serve.ts'
import type { Channel } from './channel.ts'
import { countStoreOf, groupOf } from './group.ts'
import { workerLink } from './links.ts'

interface Options {
  channel: Channel
  log: Logger
  /** called with the reason when this process must end */
  onLost: (reason: string) => void
}

/** Opens a worker on PostgreSQL: it answers every request by itself, and leaves jobs to the parent. */
export async function openWholeWorker(
  config: Config,
  { channel, log, onLost }: Options,
  open: AsyncDisposableStack,
): Promise<{ app: App; http: Server }> {
  const ties = { link: workerLink(channel), countStore: countStoreOf(channel) }
  const member = { group: groupOf(channel), ties: config.severalProcesses ? null : ties }
  const { routes, subscribers } = await surfaces(config)
  const { app } = open.use(
    await openApp(config, { log, subscribers, serves: true, member, onLost }),
  )
  // what is read from now on is read again when it changes
  await app.bus?.settled()
  return { app, http: await createHttp(app, routes) }
}
