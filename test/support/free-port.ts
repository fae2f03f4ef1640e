import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const given = new Set<number>()

/** @returns a port of loopback that nobody listens on, and that was not given before: tests may run at the same time */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await probe()
    if (given.has(port)) continue
    given.add(port)
    return port
  }
}

async function probe(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
