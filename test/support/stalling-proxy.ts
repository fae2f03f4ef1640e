import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server like a network, which can swallow all that is sent. */
export interface StallingProxy extends AsyncDisposable {
  port: number
  /** from now on nothing is forwarded and nobody is told; new connections are taken all the same */
  stall(): void
  /** new connections lead to the server again; those of before stay silent */
  recover(): void
}

export async function startStallingProxy(target: {
  host: string
  port: number
}): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let isStalled = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((incoming) => {
    keep(incoming)
    if (isStalled) return
    const outgoing = keep(connect(target))
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    recover() {
      isStalled = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
