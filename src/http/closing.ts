import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Server } from './routes.ts'

/** ms that requests under way have, and slow readers of answers; then their connections are cut */
const LONGEST = 8_000
/** ms that the client has to take the end of an answer, or of a stream, and close its side */
const FAREWELL = 500

interface Connection {
  socket: Socket
  /** answers that are not given yet */
  responses: Set<ServerResponse>
  /** it is a WebSocket now, to which its owner says goodbye */
  upgraded: boolean
}

/**
 * Lets the server close: Node waits for every connection, also for those that said nothing yet, that
 * take nothing, or that are kept for another request after their answer.
 */
export function closeInTime(server: Server): void {
  const connections = new Set<Connection>()
  let closing = false
  const http = server.server
  const known = new WeakMap<Socket, Connection>()
  http.on('connection', (socket: Socket) => {
    const connection = { socket, responses: new Set<ServerResponse>(), upgraded: false }
    connections.add(connection)
    known.set(socket, connection)
    socket.once('close', () => connections.delete(connection))
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
    const cut = setTimeout(() => {
      for (const { socket } of connections) socket.destroy()
    }, LONGEST).unref()
    http.once('close', () => clearTimeout(cut))
    done()
  })
}

function hangUp({ socket, upgraded }: Connection): void {
  if (!upgraded) socket.end()
  const timer = setTimeout(() => socket.destroy(), FAREWELL)
  socket.once('close', () => clearTimeout(timer))
}
