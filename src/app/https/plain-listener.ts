import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { SECOND } from '../../kernel/base/durations.ts'
import { lingerAfter } from '../../kernel/http/lingering-close.ts'
import { languagesIn } from '../../kernel/http/locale.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { listenError } from '../listen-error.ts'
import { answerOf, type ChallengeTokens } from './challenge-tokens.ts'
import { createGate } from './handshake-gate.ts'
import { redirectTarget } from './redirect-target.ts'
import { WAITING_STYLE, waitingPage } from './waiting-page.ts'

/** ms for a request without a body, which fits into one packet */
const PATIENCE = 5 * SECOND
const HEADERS = 16 * 1024
/** Each answer ends its connection, so all of them count as half-open. */
const CONNECTIONS = { perNetwork: 100, total: 1000 }
/** seconds */
const AGAIN = 10

interface Options {
  host: string
  port: number
  origin: string
  tokens: ChallengeTokens
  /** whether there is a certificate, so that redirects lead somewhere */
  isServed: () => boolean
}

export interface PlainListener {
  /** @throws StartError with one line */
  listen(): Promise<void>
  stop(): void
}

/** The port of HTTP without TLS: answers challenges of the authority, and leads everything else to the origin. */
export function createPlainListener(options: Options): PlainListener {
  const { host, port } = options
  const gate = createGate(CONNECTIONS)
  const server = createServer(
    {
      maxHeaderSize: HEADERS,
      headersTimeout: PATIENCE,
      requestTimeout: PATIENCE,
      connectionsCheckingInterval: SECOND,
    },
    (request, response) => answer(options, request, response),
  )
  server.prependListener('connection', (socket) => {
    socket.once(
      'close',
      gate.admit(socket.remoteAddress ?? '', () => socket.destroy()),
    )
  })
  return {
    listen() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', (error) =>
        reject(listenError(error, { host, port, setting: 'HTTP_PORT' })),
      )
      server.listen({ host, port }, resolve)
      return promise
    },
    stop() {
      server.close()
      gate.clear()
    },
  }
}

function answer(
  { origin, tokens, isServed }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader('connection', 'close')
  response.setHeader('x-content-type-options', 'nosniff')
  if (!request.complete) lingerAfter(request)
  const { method = 'GET', url = '/' } = request
  const reads = method === 'GET' || method === 'HEAD'
  const known = answerOf(tokens, url)
  if (known !== undefined) {
    response.setHeader('content-type', 'application/octet-stream')
    response.writeHead(known === null || !reads ? 404 : 200).end(reads ? (known ?? '') : '')
  } else if (isServed()) {
    // only reads may become another method on the way
    response.writeHead(reads ? 301 : 308, { location: redirectTarget(origin, url) }).end()
  } else {
    sayWait(request, response)
  }
}

function sayWait({ headers }: IncomingMessage, response: ServerResponse): void {
  const words = wordsFor(...languagesIn(headers['accept-language']))
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${WAITING_STYLE}; base-uri 'none'; frame-ancestors 'none'`,
    'content-language': words.locale.tag,
    'cache-control': 'no-store',
    'retry-after': String(AGAIN),
    refresh: String(AGAIN),
  })
  response.end(waitingPage(words))
}
