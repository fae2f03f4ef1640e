import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { createInbox, type Frame, type Inbox } from './frames.ts'

/** An open WebSocket. */
export interface Socket extends Pick<Inbox, 'next'> {
  protocol: string
  send(message: object): void
  /** whether the server closes it within so many ms */
  closed(ms: number): Promise<boolean>
  close(): void
}

/** The response to a refused upgrade. */
export interface RefusedSocket {
  status: number
  errorMessage: string | undefined
  body: string
}

export interface SocketOptions {
  token?: string
  protocol?: string
}

/** @returns the socket, or the response that refused it */
export function openSocket(
  base: string,
  path: string,
  { token, protocol }: SocketOptions = {},
): Promise<Socket | RefusedSocket> {
  const url = new URL(path, base)
  url.protocol = url.protocol.replace('http', 'ws')
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], {
    headers,
    handshakeTimeout: 5000,
  })
  const inbox = createInbox()
  socket.on('message', (data) => inbox.put(JSON.parse(String(data)) as Frame))
  return new Promise((resolve, reject) => {
    socket.on('open', () =>
      resolve({
        protocol: socket.protocol,
        next: inbox.next,
        send: (message) => socket.send(JSON.stringify(message)),
        closed: (ms) => endsIn(socket, ms),
        close: () => socket.terminate(),
      }),
    )
    socket.on('unexpected-response', (_request, response) => {
      readRefusal(response).then(resolve, reject)
    })
    socket.on('error', reject)
  })
}

async function endsIn(socket: WebSocket, ms: number): Promise<boolean> {
  if (socket.readyState === WebSocket.CLOSED) return true
  const signal = AbortSignal.timeout(ms)
  return once(socket, 'close', { signal }).then(
    () => true,
    () => false,
  )
}

export function isOpen(socket: Socket | RefusedSocket): socket is Socket {
  return 'next' in socket
}

async function readRefusal(response: IncomingMessage): Promise<RefusedSocket> {
  let body = ''
  for await (const chunk of response) body += chunk
  const message = response.headers['x-error-message']
  return {
    status: response.statusCode ?? 0,
    errorMessage: Array.isArray(message) ? message[0] : message,
    body,
  }
}
