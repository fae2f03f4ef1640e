import { Client } from 'undici'
import type { Connection } from '../load.ts'
import { type Call, partsOf, RateLimited } from './api.ts'
import type { PeerServer } from './arguments.ts'

/** Anything that is sent to a server, signed activities too. */
export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string | null
}

export function requestOf(call: Call): Request {
  return { method: call.method, path: call.path, ...partsOf(call) }
}

/**
 * A kept connection, over TLS too. Unlike `load` it reads bodies without a length, and connects again where a server
 * ends connections after so many requests.
 *
 * @param next builds each request
 */
export function openPeer(server: PeerServer, next: () => Request): Connection {
  const client = new Client(server.address.origin, { pipelining: 1 })
  return {
    async send() {
      const { method, path, headers, body: sent } = next()
      const { statusCode, body } = await client.request({ method, path, headers, body: sent })
      let bodyBytes = 0
      for await (const chunk of body) bodyBytes += chunk.length
      if (statusCode === 429) throw new RateLimited(path, server)
      return { status: statusCode, bodyBytes }
    },
    close: () => void client.destroy(),
  }
}
