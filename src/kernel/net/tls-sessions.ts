import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'

/** hosts, each with a session of some 2 KB */
const MOST_HOSTS = 1_000
/** ms for which a host's certificate is not verified again */
const LONGEST = 3_600_000

/** A cache of TLS sessions by host. */
export interface TlsSessions {
  /** cache size for the HTTP client's own sessions */
  readonly max: number
  /** caches the sessions that the host offers on a connection */
  keepOf(hostname: string, socket: Socket): void
}

/**
 * Caches sessions, so that a further connection to a host takes half the processor time: no signature is
 * made and no certificate is read. The HTTP client has the same sessions, but holds them only until
 * garbage collection. Node offers no session before it has verified the certificate.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8446#section-2.2
 */
export function createTlsSessions(): TlsSessions {
  const sessions = new LRUCache<string, Buffer>({ max: MOST_HOSTS, ttl: LONGEST })
  return {
    max: MOST_HOSTS,
    keepOf(hostname, socket) {
      socket.on('session', (session: Buffer) => void sessions.set(hostname, session))
    },
  }
}
