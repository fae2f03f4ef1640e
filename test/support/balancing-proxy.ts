import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Where requests are passed to: ports of loopback. */
export interface Upstreams {
  web: readonly number[]
  streaming: readonly number[]
}

/** A reverse proxy with the rules of deploy/nginx.conf. */
export interface BalancingProxy extends AsyncDisposable {
  origin: string
  upstreams: Upstreams
  /** how many requests each port has answered */
  answered: Map<number, number>
  /** ports whose answers to what changes something are lost: the client's connection breaks instead */
  losing: Set<number>
  /** how many answers were lost so */
  lost: number
}

const STREAMS = '/api/v1/streaming'
/** nginx asks the next process also after an error in the middle, unless the request may have changed something */
const CHANGES_NOTHING = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

export async function startBalancingProxy(): Promise<BalancingProxy> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrade(portsFor(incoming)[0]!, incoming, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: BalancingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upstreams: { web: [], streaming: [] },
    answered: new Map(),
    losing: new Set(),
    lost: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function portsFor({ url = '' }: IncomingMessage): number[] {
    const ports = proxy.upstreams[url.startsWith(STREAMS) ? 'streaming' : 'web']
    const first = turn++ % ports.length
    return [...ports.slice(first), ...ports.slice(0, first)]
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const repeatable = CHANGES_NOTHING.has(incoming.method ?? '')
    const ports = portsFor(incoming)
    for (const [at, port] of ports.entries()) {
      const isLast = at === ports.length - 1
      try {
        const answer = await forward(port, incoming, body)
        if (answer.statusCode === 503 && repeatable && !isLast) {
          answer.resume()
          continue
        }
        if (proxy.losing.has(port) && !repeatable) {
          proxy.lost += 1
          answer.destroy()
          response.destroy()
          return
        }
        proxy.answered.set(port, (proxy.answered.get(port) ?? 0) + 1)
        const { connection: _, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, headers)
        answer.on('error', () => response.destroy())
        answer.pipe(response)
        response.on('close', () => answer.destroy())
        return
      } catch (error) {
        const wasSent = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
        if (wasSent && !repeatable) break
      }
    }
    response.writeHead(502, { 'content-type': 'text/plain' }).end('Bad Gateway')
  }

  return proxy
}

async function forward(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const { method, url: path } = incoming
  const headers = { ...headersFor(incoming), connection: 'close' }
  const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  asking.end(body)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  // after the answer has begun its stream tells of errors
  asking.on('error', () => {})
  return answer
}

function headersFor({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const before = headers['x-forwarded-for']
  const from = socket.remoteAddress ?? ''
  const forwarded = before === undefined ? from : `${before}, ${from}`
  return { ...headers, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'http' }
}

/** Passes a WebSocket through; a process that is not there ends the connection. */
function upgrade(port: number, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const upstream = connect(port, '127.0.0.1')
  const lines = Object.entries(headersFor(incoming)).map(([name, value]) => `${name}: ${value}`)
  upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  upstream.write(head)
  for (const [from, to] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
