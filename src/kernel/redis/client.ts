import type { RedisClientType } from '@redis/client'

/** ms that connecting may take */
const CONNECT_TIMEOUT = 2000
/** ms without a byte after which a connection counts as dead; a PING each `PING_INTERVAL` keeps an idle one alive */
const SILENCE = 4000
const PING_INTERVAL = 1000
/** commands without an answer; beyond them new ones are refused */
const MOST_PENDING = 10_000
/** ms */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2000

export type RedisConnection = Pick<
  RedisClientType,
  'isReady' | 'on' | 'connect' | 'destroy' | 'sendCommand' | 'publish' | 'subscribe' | 'unsubscribe'
>

/**
 * A connection that is not open yet and, once it is, reconnects for ever. Nothing waits for it: without a connection
 * every command is refused at once.
 */
export async function createConnection(url: string): Promise<RedisConnection> {
  const { createClient } = await import('@redis/client')
  return createClient({
    url,
    RESP: 2, // all that is needed, and every server and proxy speaks it
    socket: {
      connectTimeout: CONNECT_TIMEOUT,
      socketTimeout: SILENCE,
      reconnectStrategy: pauseBefore,
    },
    pingInterval: PING_INTERVAL,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_PENDING,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  }) as unknown as RedisConnection
}

/** ms before the next attempt; jitter keeps processes that lost Redis together from returning together. */
function pauseBefore(attempts: number): number {
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts, 10))
  return Math.round(pause * (0.5 + Math.random() / 2))
}
