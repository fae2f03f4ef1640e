import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { hasBody } from '../../kernel/http/has-body.ts'
import type { Server } from '../../kernel/http/routes.ts'

/** A connection whose client asks to switch protocols. */
export interface Upgrade {
  socket: Socket
  /** bytes that followed the request */
  head: Buffer
}

/** Upgrade requests, from their arrival until they are answered. */
export type Upgrades = WeakMap<IncomingMessage, Upgrade>

/**
 * Passes requests for a WebSocket at this path through the routes like all others, so that the same rules apply to
 * them. A request for another protocol or path, or with a body, is answered as if it had no `upgrade` header; a connection
 * on which another answer is not finished is closed (A138).
 */
export function routeUpgrades(server: Server, path: string): Upgrades {
  const upgrades: Upgrades = new WeakMap()
  const wanted = (request: IncomingMessage) => {
    const { method, url = '', headers } = request
    return (
      method === 'GET' &&
      headers.upgrade?.toLowerCase() === 'websocket' &&
      url.split('?', 1)[0]?.replace(/\/$/, '') === path &&
      !hasBody(request)
    )
  }
  Object.assign(server.server, { shouldUpgradeCallback: wanted })
  server.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket
    socket.on('error', ignore)
    try {
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket)
      response.on('finish', () => socket.destroySoon())
      upgrades.set(request, { socket, head })
      takeTokenFromProtocol(request)
      server.routing(request, response)
    } catch {
      // Node calls this while it parses: nothing else catches what is thrown here
      socket.destroy()
    }
  })
  return upgrades
}

/** Reads the token from the WebSocket protocol, as browsers cannot set headers on a WebSocket (S-460). */
function takeTokenFromProtocol({ headers, url = '' }: IncomingMessage): void {
  const [protocol = ''] = headers['sec-websocket-protocol']?.split(',', 1) ?? []
  if (protocol.trim() === '' || headers.authorization !== undefined) return
  const query = new URLSearchParams(url.split('?', 2)[1])
  if (query.has('access_token')) return
  headers.authorization = `Bearer ${protocol.trim()}`
}

/** A broken connection is closed; its error needs no report. */
function ignore(): void {}
