import type { App } from '../../kernel/core/app.ts'
import type { Server } from '../../kernel/http/routes.ts'
import type { ServerOptions } from '../../kernel/http/server.ts'
import { forget } from '../other-processes.ts'
import { NoWorkers } from '../worker-count.ts'
import { ANNOUNCED_TABLES } from './announced-tables.ts'
import type { Channel } from './channel.ts'
import { createPassedOn, makeSocket } from './local-server.ts'

/** The parent's side of workers that only read. */
export interface Writer extends Disposable {
  /** path of the local socket */
  readonly socket: string
  /** for the HTTP server */
  readonly serverOptions: Partial<ServerOptions>
  /**
   * Listens on the local socket, and tells readers of commits by other processes.
   * @throws NoWorkers if there can be no socket
   */
  listen(app: App, http: Server, readers: () => readonly Channel[]): Promise<void>
}

/** @throws NoWorkers if there can be no socket */
export function createWriter(dataDir: string): Writer {
  const local = makeSocket(dataDir)
  const passedOn = createPassedOn()
  return {
    socket: local.path,
    serverOptions: { isCounted: passedOn.isCounted },
    async listen(app, http, readers) {
      const hasNewEpoch = await app.database.announce?.(ANNOUNCED_TABLES)
      passedOn.install(http, () => {
        if (hasNewEpoch?.() === true) forget(app)
      })
      try {
        await http.listen({ path: local.path })
      } catch (cause) {
        throw new NoWorkers(`No socket can be made at ${local.path}: ${cause}`, { cause })
      }
      app.database.onForeignChange(() => {
        for (const channel of readers()) channel.tell('foreignCommit', null)
      })
    },
    [Symbol.dispose]: () => local[Symbol.dispose](),
  }
}
