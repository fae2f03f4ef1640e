import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from './routes.ts'

/** ms for the client to read the end of a response or stream and to close its side */
const FAREWELL = 500

interface Connection {
  socket: Socket
  /** unfinished responses */
  responses: Set<ServerResponse>
  /** it is a WebSocket now, which its owner closes */
  upgraded: boolean
}

/**
 * Lets the server close in time: Node waits for every connection, even those without a request, with a client
 * that does not read, or kept alive after their response.
 * @param patience ms for running requests and slow readers; then their connections are cut
 */
export function drainConnections(server: Server, patience: number): void {
  const connections = new Set<Connection>()
  let closing = false
  let cut: NodeJS.Timeout | undefined
  const http = server.server
  // the server counts only what it accepted itself: connections that TLS was ended for elsewhere may outlast it
  const forgetCut = () => {
    if (connections.size === 0 && !http.listening) clearTimeout(cut)
  }
  const known = new WeakMap<Socket, Connection>()
  http.on('connection', (socket: Socket) => {
    const connection = { socket, responses: new Set<ServerResponse>(), upgraded: false }
    connections.add(connection)
    known.set(socket, connection)
    socket.once('close', () => {
      connections.delete(connection)
      // Node forgets answers that wait behind another one where the connection ends with CONNECT or an upgrade: their
      // files would never be closed (A138)
      for (const response of connection.responses) response.destroy()
      forgetCut()
    })
  })
  http.on('upgrade', ({ socket }: IncomingMessage) => {
    const connection = known.get(socket)
    if (connection !== undefined) connection.upgraded = true
  })
  http.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = known.get(socket)
    if (connection === undefined) return
    connection.responses.add(response)
    response.once('close', () => {
      connection.responses.delete(response)
      if (closing && connection.responses.size === 0) hangUp(connection)
    })
  })
  server.addHook('preClose', (done) => {
    closing = true
    for (const connection of connections) {
      if (connection.responses.size === 0) hangUp(connection)
      else for (const response of connection.responses) response.shouldKeepAlive = false
    }
    cut = setTimeout(() => {
      for (const { socket } of connections) socket.destroy()
    }, patience).unref()
    http.once('close', forgetCut)
    done()
  })
}

function hangUp({ socket, upgraded }: Connection): void {
  if (!upgraded) socket.end()
  const timer = setTimeout(() => socket.destroy(), FAREWELL)
  socket.once('close', () => clearTimeout(timer))
}
