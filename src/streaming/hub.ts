import type { App } from '../app.ts'
import type { StreamEvent } from './bus.ts'
import { deliver } from './deliveries.ts'
import { createQueue } from './queue.ts'
import { recheck } from './recheck.ts'
import { type Connection, createRegistry, type Farewell, type Registry } from './registry.ts'
import { inSlices } from './slices.ts'
import { createTimers } from './timers.ts'

/** The connections of one process, and what reaches them. */
export interface Hub {
  readonly registry: Registry
  /** takes up a connection that `registry.admit` let in */
  open(connection: Connection): void
  /** forgets a connection that is closed */
  closed(connection: Connection): void
  hear(event: StreamEvent): void
  /** ends all connections */
  shutDown(): void
}

/** ms */
const RECHECK = 1_000
const HEARTBEAT = { sse: 15_000, websocket: 30_000 }

export function createHub(app: App): Hub {
  const registry = createRegistry(app.clock)
  const queue = createQueue<StreamEvent>(
    (event) => deliver({ app, registry }, event),
    (err, event) => app.log.error({ err, event }, 'streaming failed'),
  )
  const end = (connection: Connection, why: Farewell) => {
    registry.remove(connection)
    connection.close(why)
    if (registry.size === 0) timers.stop()
  }
  const beat = (transport: Connection['transport']) =>
    inSlices([...registry.all()], (connection) => {
      if (connection.transport === transport) connection.beat()
    })
  const timers = createTimers(
    [
      { every: RECHECK, run: () => recheck({ app, registry }, (one) => end(one, 'revoked')) },
      { every: HEARTBEAT.sse, run: () => beat('sse') },
      { every: HEARTBEAT.websocket, run: () => beat('websocket') },
    ],
    (err) => app.log.error({ err }, 'looking after streams failed'),
  )
  return {
    registry,
    open(connection) {
      registry.add(connection)
      timers.start()
    },
    closed(connection) {
      registry.remove(connection)
      if (registry.size === 0) timers.stop()
    },
    hear(event) {
      if (registry.size === 0) return
      const ended = endedBy(registry, event)
      if (ended !== null) for (const connection of ended) end(connection, 'revoked')
      else if (!queue.push(event)) app.log.warn('too much to stream: some of it is dropped')
    },
    shutDown() {
      for (const connection of [...registry.all()]) end(connection, 'shutdown')
    },
  }
}

/** The connections that may not go on after this, or null if it is no such event (S-470, A46). */
function endedBy(registry: Registry, event: StreamEvent): readonly Connection[] | null {
  switch (event.type) {
    case 'token.revoked': {
      const revoked = new Set<string | null>(event.tokenIds)
      return [...registry.all()].filter(({ streamer }) => revoked.has(streamer.tokenId))
    }
    case 'account.signed_out':
    case 'account.suspended':
    case 'account.deleted':
      return registry.of(event.accountId)
    default:
      return null
  }
}
