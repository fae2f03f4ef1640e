import { createAllowList } from './address-policy.ts'
import { createPools } from './connection-pools.ts'
import { createConnector } from './connector.ts'
import { withDeadline } from './deadline.ts'
import type { EgressDownload, EgressRequest, EgressResponse, Sink } from './exchange.ts'
import { handOver, readAll } from './reply.ts'
import { followRedirects } from './request.ts'
import { createLookUp, type Resolve } from './resolver.ts'
import { createKeptConnections } from './reused-connections.ts'

export interface EgressOptions {
  /** CIDRs that may be reached besides public addresses, also by http and on any port */
  allow: readonly string[]
  userAgent: string
  /** default `/etc/hosts` */
  hostsFile?: string
  /** default: DNS servers of the system */
  resolve?: Resolve
  /** ms since 1970 */
  clock?: () => number
}

/** The only path for outgoing requests (A31): all requests to addresses from outside go through it. */
export interface Egress extends AsyncDisposable {
  /**
   * Sends a request and reads the whole response, whatever its status; an error's body is truncated.
   * @throws EgressRefused by policy
   * @throws EgressFailed when no complete response arrives in time
   */
  fetch(request: EgressRequest): Promise<EgressResponse>
  /**
   * Streams a successful response to the sink. The sink is ended, or destroyed when this throws; a sink
   * function is awaited for each chunk.
   * @throws as `fetch` does; the data passed on by then is incomplete
   */
  download(request: EgressRequest, sink: Sink): Promise<EgressDownload>
}

/** @throws RangeError for an entry of `allow` that is no CIDR */
export function createEgress(options: EgressOptions): Egress {
  const kept = createKeptConnections()
  const connect = createConnector(createAllowList(options.allow), createLookUp(options), kept)
  const pools = createPools(connect)
  const open = (request: EgressRequest, signal: AbortSignal) =>
    followRedirects({ pools, kept }, options.userAgent, request, signal)

  return {
    fetch: (request) =>
      withDeadline(request.timeoutMs, request.signal, async (signal) => {
        const reply = await open(request, signal)
        return { ...reply.head, body: await readAll(reply, request) }
      }),
    download: (request, sink) => {
      // a file that cannot be opened says so before anything is handed to it, which then fails
      if (typeof sink !== 'function') sink.on('error', () => {})
      return withDeadline(request.timeoutMs, request.signal, async (signal) => {
        const reply = await open(request, signal)
        return { ...reply.head, bytes: await handOver(reply, request, sink, signal) }
      }).catch((error) => {
        if (typeof sink !== 'function') sink.destroy()
        throw error
      })
    },
    [Symbol.asyncDispose]: () => pools.destroy(),
  }
}
