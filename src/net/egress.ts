import { createAllowList } from './address-policy.ts'
import { createConnector } from './connector.ts'
import { withDeadline } from './deadline.ts'
import type { EgressDownload, EgressRequest, EgressResponse, Sink } from './exchange.ts'
import { createKeptConnections } from './kept-connections.ts'
import { createLookUp, type Resolve } from './names.ts'
import { createPools } from './pools.ts'
import { handOver, readAll } from './reply.ts'
import { followRedirects } from './request.ts'

export interface EgressOptions {
  /** CIDRs that may be reached besides public addresses, by http and on any port too */
  allow: readonly string[]
  userAgent: string
  /** default `/etc/hosts` */
  hostsFile?: string
  /** default: DNS servers of the system */
  resolve?: Resolve
  /** ms since 1970 */
  clock?: () => number
}

/** The only way out (A31): every byte to an address that somebody else named goes through it. */
export interface Egress extends AsyncDisposable {
  /**
   * Asks and reads the whole reply, whatever its status; that of an error is cut short.
   * @throws EgressRefused by policy
   * @throws EgressFailed when no complete reply comes in time
   */
  fetch(request: EgressRequest): Promise<EgressResponse>
  /**
   * Hands a successful reply over as it comes. The sink is ended, or destroyed when this throws;
   * one that is a function is awaited for each chunk.
   * @throws as `fetch` does; what was handed over by then is incomplete
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
    download: (request, sink) =>
      withDeadline(request.timeoutMs, request.signal, async (signal) => {
        const reply = await open(request, signal)
        return { ...reply.head, bytes: await handOver(reply, request, sink, signal) }
      }).catch((error) => {
        if (typeof sink !== 'function') sink.destroy()
        throw error
      }),
    [Symbol.asyncDispose]: () => pools.destroy(),
  }
}
