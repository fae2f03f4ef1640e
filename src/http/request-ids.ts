import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { IsProxy } from './client-address.ts'

const SANE = /^[\w-]{8,64}$/

/** Ids for `X-Request-Id`: a proxy of ours may have given one, so that its log and ours agree. */
export function requestIds(isProxy: IsProxy): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers['x-request-id']
    const believed = typeof given === 'string' && SANE.test(given)
    return believed && isProxy(request.socket.remoteAddress) ? given : randomUUID()
  }
}
