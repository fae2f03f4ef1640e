import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A reply of the store, whole. */
export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Fault {
  /** which requests, for example those with a body */
  of?: (request: IncomingMessage) => boolean
  /** how many; default: all */
  times?: number
  /** changes what arrives at the store */
  sent?: (body: Buffer) => Buffer
  /** answers instead of the store */
  instead?: (response: ServerResponse) => void
  /** answers with what the store replied */
  replied?: (reply: Reply, response: ServerResponse) => void
}

/** Stands between a client and a store, and spoils what passes as a test asks. */
export interface FaultyProxy extends AsyncDisposable {
  endpoint: string
  /** from now on; null: nothing is spoiled */
  fault: Fault | null
  /** requests that came, as `METHOD path` */
  seen: string[]
}

export async function startFaultyProxy(port: number): Promise<FaultyProxy> {
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    seen: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    proxy.seen.push(`${incoming.method} ${incoming.url}`)
    const fault = takeFault(incoming)
    const body = await buffer(incoming)
    if (fault?.instead !== undefined) return fault.instead(response)
    const reply = await forward(incoming, fault?.sent?.(body) ?? body)
    if (fault?.replied !== undefined) return fault.replied(reply, response)
    response.writeHead(reply.status, reply.headers).end(reply.body)
  }

  function takeFault(incoming: IncomingMessage): Fault | null {
    const { fault } = proxy
    if (fault === null || fault.of?.(incoming) === false) return null
    if (fault.times !== undefined && fault.times-- <= 0) return null
    return fault
  }

  async function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Reply> {
    const asking = request({ host: '127.0.0.1', port, path: url, method, headers, agent: false })
    asking.on('error', () => {}) // Swift may send bytes after a reply that ends the connection
    asking.end(body)
    const [reply] = (await once(asking, 'response')) as [IncomingMessage]
    return { status: reply.statusCode!, headers: reply.headers, body: await buffer(reply) }
  }

  return proxy
}

/** The reply of a store that has too much to do. */
export function slowDown(response: ServerResponse): void {
  const text = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Later.</Message></Error>'
  response.writeHead(503, { 'content-type': 'application/xml' }).end(text)
}
