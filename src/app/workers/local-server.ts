import { mkdirSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { join, relative } from 'node:path'
import { BadRequest } from '../../kernel/base/errors.ts'
import { socketFolder } from '../../kernel/db/server-lock.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { NoWorkers } from '../worker-count.ts'
import { ADDRESS, COUNTED, OWN_HEADERS } from './own-headers.ts'

/** Where the writer's socket may be, in a folder that only the user of this process may enter. */
export interface LocalSocket extends Disposable {
  /** absolute, or from the working folder, which the processes of a server share */
  readonly path: string
}

/** bytes that Linux allows for the path of a socket */
const LONGEST = 107

/**
 * Called by the holder of the lock on `dataDir`.
 * @throws NoWorkers if there can be none
 */
export function makeSocket(dataDir: string): LocalSocket {
  const folder = socketFolder(dataDir)
  const absolute = join(folder, 'writer')
  const near = relative(process.cwd(), absolute)
  const path = near.length < absolute.length ? near : absolute
  if (Buffer.byteLength(path) > LONGEST) {
    throw new NoWorkers(
      `The path of DATA_DIR is too long for a socket, which workers need: ${dataDir}`,
    )
  }
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    throw new NoWorkers(`The folder ${folder} cannot be made: ${cause}`, { cause })
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.on('exit', remove)
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Facts about requests that readers pass on. */
export interface PassedOn {
  /** a reader's rate limits have counted it */
  isCounted(request: { raw: IncomingMessage }): boolean
  /**
   * Gives requests the addresses of their clients. The server may listen on the local socket only.
   * @param begin called at the start of each request
   */
  install(server: Server, begin: () => void): void
}

export function createPassedOn(): PassedOn {
  const known = new WeakSet<IncomingMessage>()
  const counted = new WeakSet<IncomingMessage>()
  return {
    isCounted: ({ raw }) => counted.has(raw),
    install(server, begin) {
      // before Fastify sees the request: all that asks for an address asks the socket, which has one request at a time
      server.server.prependListener('request', (request: IncomingMessage) => {
        begin()
        const { [ADDRESS]: address, [COUNTED]: isCounted } = request.headers
        for (const name of OWN_HEADERS) delete request.headers[name]
        if (typeof address !== 'string' || isIP(address.split('%', 1)[0]!) === 0) return
        known.add(request)
        if (isCounted !== undefined) counted.add(request)
        Object.defineProperty(request.socket, 'remoteAddress', {
          value: address,
          configurable: true,
        })
      })
      server.addHook('onRequest', (request, _reply, done) => {
        if (known.has(request.raw)) done()
        else done(new BadRequest('This socket is for the processes of the server'))
      })
    },
  }
}
