// Other servers, all in one process: `h0.bench.localhost`, `h1.bench.localhost` and so on accept
// activities and record their arrival; hosts on SILENT_PORT accept a connection and never answer.
import { readFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createSilent } from 'node:net'

/** Arrivals at all hosts together. */
export interface Arrivals {
  /** activities, each counted once per host */
  distinct: number
  /** activities that arrived twice at a host, and more often */
  twice: number
  oftener: number
  /** ms since 1970 of each arrival since the last request */
  times: number[]
  connections: number
}

const counts = new Map<string, number>()
let times: number[] = []
let connections = 0

const answer: RequestListener = (request, reply) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    times.push(Date.now())
    const name = `${request.headers.host} ${/"number":(\d+)/.exec(body)?.[1]}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
    reply.writeHead(202).end()
  })
}

const { TLS_KEY, TLS_CERTIFICATE } = process.env
const server =
  TLS_KEY && TLS_CERTIFICATE
    ? createHttps({ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERTIFICATE) }, answer)
    : createHttp(answer)
server.keepAliveTimeout = 10_000
server.on('connection', () => void connections++)
const silent = createSilent(() => {})

await listening(server)
await listening(silent)
process.on('message', () => {
  const sinceLast = times
  times = []
  const all = [...counts.values()]
  const arrivals: Arrivals = {
    distinct: all.length,
    twice: all.filter((count) => count === 2).length,
    oftener: all.filter((count) => count > 2).length,
    times: sinceLast,
    connections,
  }
  process.send?.(arrivals)
})
process.send?.({ port: portOf(server), silentPort: portOf(silent) })

function listening(one: typeof server | typeof silent): Promise<void> {
  return new Promise((resolve) => one.listen(0, '127.0.0.1', 4096, resolve))
}

function portOf(one: { address(): AddressInfo | string | null }): number {
  return (one.address() as AddressInfo).port
}
