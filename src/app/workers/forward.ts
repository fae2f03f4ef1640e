import {
  Agent,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import type { PassOptions } from '../../kernel/http/handover.ts'
import { hasBody } from '../../kernel/http/has-body.ts'
import { lingerAfter } from '../../kernel/http/lingering-close.ts'
import { ADDRESS, COUNTED, OWN_HEADERS } from './own-headers.ts'

/** ms that an unused connection stays open; the writer keeps its end open for longer */
const IDLE = 30_000

/** Of one connection only, or named by this process itself. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect'],
  ...OWN_HEADERS,
])

/** Passes requests on to the writer, over its local socket. */
export interface Forward extends Disposable {
  pass(request: IncomingMessage, response: ServerResponse, options: PassOptions): void
}

/** @param onError called when the writer did not answer */
export function createForward(socket: string, onError: (error: Error) => void): Forward {
  const agent = new Agent({ keepAlive: true, timeout: IDLE })
  const attempt = (
    request: IncomingMessage,
    response: ServerResponse,
    options: PassOptions & { isAgain?: boolean },
  ) => {
    const { method = 'GET', url: path = '/' } = request
    const headers = headersFor(request, options)
    const asked = start({ socketPath: socket, agent, method, path, headers })
    if (asked === null) return refuse(request, response, 400, UNFIT)
    asked.once('response', (answer) => {
      // first, so that the connection is not closed before it lingers
      answer.once('end', () => leaveRest(request, asked))
      passBack(answer, response, options)
    })
    const giveUp = () => {
      if (!response.writableFinished || !asked.writableFinished) asked.destroy()
    }
    response.once('close', giveUp)
    asked.on('error', (error: NodeJS.ErrnoException) => {
      response.off('close', giveUp)
      if (response.closed || response.writableEnded) return
      if (response.headersSent) return void response.destroy()
      // the writer has closed the idle connection in this moment: it has not seen the request
      if (asked.reusedSocket && !hasBody(request) && isSafe(method) && options.isAgain !== true) {
        return attempt(request, response, { ...options, isAgain: true })
      }
      onError(error)
      // the writer may have done what was asked, and nobody may be invited to ask for it twice
      if (!isSafe(method) && error.syscall !== 'connect') return void response.destroy()
      refuse(request, response, 503, AWAY)
    })
    if (hasBody(request)) request.pipe(asked)
    else asked.end()
  }
  return { pass: attempt, [Symbol.dispose]: () => agent.destroy() }
}

/** Where the answer has come before the whole body: the writer gets no more, and the client may send and then read. */
function leaveRest(request: IncomingMessage, asked: ClientRequest): void {
  if (request.complete) return
  request.unpipe(asked)
  asked.destroy()
  lingerAfter(request)
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function headersFor({ rawHeaders, socket }: IncomingMessage, { isCounted }: PassOptions): string[] {
  const headers = [ADDRESS, socket.remoteAddress ?? '']
  if (isCounted) headers.push(COUNTED, '1')
  return headers.concat(withoutHops(rawHeaders))
}

function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  { headers }: PassOptions,
): void {
  const more = Object.entries(headers).filter(([name]) => answer.headers[name] === undefined)
  // node:http chunks it again, or not, as this client understands it
  const own = withoutHops(answer.rawHeaders, 'transfer-encoding').concat(more.flat())
  if (answer.headers.connection === 'close') response.shouldKeepAlive = false
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, own)
  answer.once('error', () => response.destroy())
  answer.pipe(response)
}

/** Names and values in turns, as node:http reads and takes them. */
function withoutHops(raw: readonly string[], except = ''): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase()
    if (!HOP_BY_HOP.has(name) && name !== except) kept.push(raw[at]!, raw[at + 1]!)
  }
  return kept
}

const AWAY = 'The server is busy; please try again'
const UNFIT = 'The request could not be read'

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: 400 | 503,
  error: string,
): void {
  if (!request.complete) lingerAfter(request)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...(status === 503 ? { 'retry-after': '10' } : {}),
  })
  response.end(JSON.stringify({ error }))
}

/** Null for a request that node:http has read but does not write, such as one with strange bytes in its address. */
function start(options: RequestOptions): ClientRequest | null {
  try {
    return ask(options)
  } catch {
    return null
  }
}
