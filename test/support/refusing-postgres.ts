import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** length and number of a request for TLS */
const TLS_REQUEST = '0000000804d2162f'

interface Refusal {
  /** SQLSTATE and message of the answer to a connection; without them a password is asked for (SCRAM) */
  error?: { code: string; message: string }
  /** with which TLS is spoken; without it a request for TLS is refused */
  tls?: { key: string; cert: string }
}

/** A server that speaks PostgreSQL's protocol as far as a connection that it refuses. */
export interface RefusingPostgres extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
export async function startRefusingPostgres({ error, tls }: Refusal): Promise<RefusingPostgres> {
  const answer = error === undefined ? SCRAM : errorResponse(error)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      if (bytes.toString('hex') !== TLS_REQUEST) return refuse(socket, answer)
      socket.write(tls === undefined ? 'N' : 'S')
      if (tls === undefined) return
      const secure = new TLSSocket(socket, { isServer: true, ...tls })
      secure.on('error', () => {})
      secure.once('data', () => refuse(secure, answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `postgres://me@127.0.0.1:${port}/rookery`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The client answers a demand for a password once, with its first message. */
function refuse(socket: Socket, answer: Buffer): void {
  socket.write(answer)
  socket.once('data', (bytes) => {
    const nonce = /r=([^,\0]+)/.exec(bytes.toString('latin1'))?.[1] ?? ''
    const challenge = `r=${nonce}and-more,s=${btoa('salt')},i=4096`
    socket.write(message('R', Buffer.concat([int32(11), Buffer.from(challenge)])))
  })
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const SCRAM = message('R', Buffer.concat([int32(10), Buffer.from('SCRAM-SHA-256\0\0')]))

function errorResponse({ code, message: text }: { code: string; message: string }): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`))
}
