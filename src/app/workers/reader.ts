import type { Logger } from 'pino'
import type { Config } from '../../kernel/base/config.ts'
import type { App } from '../../kernel/core/app.ts'
import { createHandover } from '../../kernel/http/handover.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { surfaces } from '../compose/routes.ts'
import { createHttp } from '../serve.ts'
import type { Channel } from './channel.ts'
import { createForward } from './forward.ts'
import { openReaderApp } from './reader-app.ts'

interface Options {
  channel: Channel
  log: Logger
  /** path of the writer's local socket */
  socket: string
}

/** Opens a worker on SQLite: it reads, and passes other requests on to the writer. */
export async function openReader(
  config: Config,
  { channel, log, socket }: Options,
  open: AsyncDisposableStack,
): Promise<{ app: App; http: Server }> {
  const forward = open.use(
    createForward(socket, (err) => log.warn({ err }, 'the writer did not answer')),
  )
  const handover = createHandover({ begin: () => database.look(), pass: forward.pass })
  const { demandWriter } = handover
  const { app, database } = await openReaderApp(config, { channel, log, demandWriter }, open)
  const { routes } = await surfaces(config)
  return { app, http: await createHttp(app, routes, { handover }) }
}
