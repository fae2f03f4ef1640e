import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'

/** hosts, each with a session of some 2 KB */
const MOST_HOSTS = 1_000
/** ms for which a host's certificate is not looked at again */
const LONGEST = 3_600_000

/** The TLS sessions of hosts that were spoken to lately. */
export interface TlsSessions {
  /** how many the HTTP client is to know by itself */
  readonly max: number
  /** keeps what the host of a connection offers */
  keepOf(hostname: string, socket: Socket): void
}

/**
 * Keeps sessions, so that a further connection to a host takes half the processor time: nobody
 * signs, and no certificate is read. The HTTP client has the same sessions, but holds them only until
 * garbage is collected. Node offers none before it has checked whose certificate it is.
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
