import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections, one of which could take it before its server listens;
 * above those that browsers refuse. As many above them stand for claims.
 */
const FIRST = 11_000
const COUNT = 10_500

/**
 * @returns a port of loopback that nobody listens on, and that no other call gets while this process runs: tests run at
 * the same time, in several processes, and a server takes seconds until it listens
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if ((await claim(port)) && (await isFree(port))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Takes a port of UDP, which stands for this one of TCP: nothing else takes those numbers. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  try {
    socket.bind({ port: port + COUNT, address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
  } catch {
    return false
  }
  socket.unref()
  return true
}
