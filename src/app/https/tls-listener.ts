import { constants } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import {
  createSecureContext,
  createServer as createTlsServer,
  type SecureContext,
  type TLSSocket,
  type TlsOptions,
} from 'node:tls'
import { DAY, SECOND } from '../../kernel/base/durations.ts'
import { listenError } from '../listen-error.ts'
import { createGate } from './handshake-gate.ts'
import type { TlsProcesses, TlsState } from './tls-state.ts'

/** the protocol of a challenge. @see https://www.rfc-editor.org/rfc/rfc8737 */
export const CHALLENGE_PROTOCOL = 'acme-tls/1'

/** ms: phones on slow networks need a few */
const HANDSHAKE_TIMEOUT = 10 * SECOND
/** A proxy or a CDN may open many at once from one address. */
const HALF_OPEN = { perNetwork: 100, total: 1000 }

/** Options of every context of this server. Browsers and servers of the last ten years speak it. */
const FLOOR: TlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  // the client knows whether it has instructions for AES
  honorCipherOrder: false,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  sessionIdContext: 'rookery',
}

interface Options {
  /** gets the connections once TLS is agreed on */
  http: HttpServer
  host: string
  port: number
  /** other processes of this server listen on the port too */
  isShared: boolean
  hstsDays: number
}

/** Ends TLS in this process. It listens once there is something to show: until then a browser says "refused". */
export function createTlsListener(options: Options): TlsProcesses {
  const { http, host, port, isShared, hstsDays } = options
  demandHttps(http, hstsDays)
  let challenge: SecureContext | null = null
  let listening: Promise<void> | null = null
  let isStopped = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const gate = createGate(HALF_OPEN)
  /** the functions that tell that a handshake is over */
  const shaking = new Map<string, () => void>()
  const tls = createTlsServer({
    ...FLOOR,
    handshakeTimeout: HANDSHAKE_TIMEOUT,
    ALPNCallback(this: TLSSocket, { protocols }: { protocols: string[] }) {
      if (challenge !== null && protocols.includes(CHALLENGE_PROTOCOL)) {
        this.setKeyCert(challenge)
        return CHALLENGE_PROTOCOL
      }
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined
    },
  })
  tls.on('secureConnection', (socket) => {
    shaking.get(nameOf(socket))?.()
    if (socket.alpnProtocol !== CHALLENGE_PROTOCOL) return void http.emit('connection', socket)
    // the handshake was the answer
    socket.on('error', () => {})
    socket.end()
  })
  // strangers send what they like: the socket is closed, and nothing is worth a line
  tls.on('tlsClientError', (_error, socket) => socket.destroy())
  const tcp = createTcpServer((socket) => {
    const name = nameOf(socket)
    const done = gate.admit(socket.remoteAddress ?? '', () => socket.destroy())
    const forget = () => {
      shaking.delete(name)
      done()
    }
    shaking.set(name, forget)
    socket.once('close', forget)
    tls.emit('connection', socket)
  })
  const listen = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    tcp.once('error', (error) => reject(listenError(error, { host, port, setting: 'HTTPS_PORT' })))
    tcp.listen({ host, port, reusePort: isShared }, resolve)
    return promise
  }
  return {
    async apply(state) {
      if (isStopped) return
      challenge = state.challenge === null ? null : createSecureContext(state.challenge)
      if (state.certificate !== null) tls.setSecureContext(contextOf(state))
      if (state.certificate === null && challenge === null) return
      listening ??= listen()
      await listening
    },
    stop() {
      if (isStopped) return
      isStopped = true
      tcp.close(() => end())
      gate.clear()
    },
    ended: () => ended,
  }
}

/**
 * Has browsers come back by HTTPS only. Said over TLS of our own alone: browsers heed it nowhere else, and a proxy that ends TLS
 * decides for itself.
 */
function demandHttps(http: HttpServer, days: number): void {
  const value = `max-age=${Math.round((days * DAY) / SECOND)}`
  http.prependListener('request', ({ socket }, response) => {
    if ('encrypted' in socket) response.setHeader('strict-transport-security', value)
  })
}

function contextOf({ certificate, ticketKeys }: TlsState): TlsOptions {
  return { ...FLOOR, ...certificate, ticketKeys: Buffer.from(ticketKeys, 'base64') }
}

/** The ends of a connection, which no other one has at the same time. */
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}
