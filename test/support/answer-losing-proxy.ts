import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server like a network that may break in one direction first. */
export interface AnswerLosingProxy extends AsyncDisposable {
  port: number
  /** pieces of answers that were lost */
  readonly lost: number
  /** From now on requests arrive, and answers do not. */
  lose(): void
  /** Breaks all connections; new ones are whole. */
  cut(): void
}

export async function startAnswerLosingProxy(port: number): Promise<AnswerLosingProxy> {
  const sockets = new Set<Socket>()
  let isLosing = false
  let lost = 0
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    incoming.pipe(outgoing)
    outgoing.on('data', (answer) => {
      if (isLosing) lost += 1
      else incoming.write(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get lost() {
      return lost
    },
    lose() {
      isLosing = true
    },
    cut() {
      isLosing = false
      cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
