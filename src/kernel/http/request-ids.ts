import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { IsProxy } from './client-address.ts'

const SANE = /^[\w-]{8,64}$/

/** Ids for `X-Request-Id`: an id from a trusted proxy is reused, so that both logs agree. */
export function requestIds(isProxy: IsProxy): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    const believed = typeof given === 'string' && SANE.test(given)
    return believed && isProxy(request.socket.remoteAddress) ? given : randomUUID()
  }
}
