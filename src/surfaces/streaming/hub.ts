import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { deliver } from './deliveries.ts'
import type { StreamEvent } from './events.ts'
import { inSlices } from './in-slices.ts'
import { measureStreams, type Sent } from './measures.ts'
import { createQueue } from './queue.ts'
import { recheck } from './reauthorize.ts'
import {
  type Connection,
  createRegistry,
  type Farewell,
  type Registry,
  type RegistryWatch,
  type Streams,
} from './registry.ts'
import { closeBitByBit } from './renewal.ts'
import { type Chore, createTimers } from './timers.ts'

/** The connections of one process, and the events for them. */
export interface Hub {
  readonly registry: Registry
  readonly db: Db
  readonly log: App['log']
  readonly sent: Sent
  /** registers a connection that `registry.admit` accepted */
  open(connection: Connection): void
  /** unregisters a closed connection */
  closed(connection: Connection): void
  hear(event: StreamEvent): void
  /** resolves once events of other processes arrive for all subscriptions; undefined if there are no others */
  settled(): Promise<void> | undefined
  /** closes the connections bit by bit: their clients come again and read what they may have missed */
  renew(): void
  /** closes all connections, and each later one as soon as it opens */
  shutDown(): void
}

/** ms */
const RECHECK = 1_000
const HEARTBEAT = { sse: 15_000, websocket: 30_000 }

/** @param watch hears for which accounts and channels there are connections */
export function createHub(app: App, watch?: RegistryWatch): Hub {
  const registry = createRegistry(app.clock, watch)
  const reacted = new Set<string>()
  const queue = createQueue<StreamEvent>({
    work(event) {
      if (isReaction(event)) reacted.delete(event.statusId)
      return deliver({ app, registry }, event)
    },
    onError: (err, event) => app.log.error({ err, event }, 'streaming failed'),
    onFull: () => app.log.warn('there is too much to stream: some of it is dropped'),
  })
  const end = (connection: Connection, why: Farewell) => {
    registry.remove(connection)
    connection.close(why)
    if (registry.size === 0) timers.stop()
  }
  const timers = createTimers(
    chores({ app, registry }, (connection) => end(connection, 'revoked')),
    (err) => app.log.error({ err }, 'looking after streams failed'),
  )
  let stopped = false
  return {
    registry,
    db: app.db,
    log: app.log,
    sent: measureStreams(app.metrics, registry),
    open(connection) {
      if (stopped) return connection.close('shutdown')
      registry.add(connection)
      timers.start()
    },
    closed(connection) {
      registry.remove(connection)
      if (registry.size === 0) timers.stop()
    },
    hear(event) {
      if (registry.size === 0 || isWaiting(reacted, event)) return
      const ended = endedBy(registry, event)
      if (ended !== null) {
        for (const connection of ended) end(connection, 'revoked')
      } else if (!queue.push(event) && isReaction(event)) reacted.delete(event.statusId)
    },
    settled: () => app.bus?.settled(),
    renew() {
      closeBitByBit([...registry.all()], (connection) => end(connection, 'shutdown'))
    },
    shutDown() {
      stopped = true
      for (const connection of [...registry.all()]) end(connection, 'shutdown')
    },
  }
}

function chores(streams: Streams, end: (connection: Connection) => void): Chore[] {
  const beat = (transport: Connection['transport']) =>
    inSlices([...streams.registry.all()], (connection) => {
      if (connection.transport === transport) connection.beat()
    })
  return [
    { every: RECHECK, run: () => recheck(streams, end) },
    { every: HEARTBEAT.sse, run: () => beat('sse') },
    { every: HEARTBEAT.websocket, run: () => beat('websocket') },
  ]
}

type ReactionEvent = Extract<StreamEvent, { type: 'reaction.added' | 'reaction.removed' }>

function isReaction(event: StreamEvent): event is ReactionEvent {
  return event.type === 'reaction.added' || event.type === 'reaction.removed'
}

/** Whether a reaction to the same status is queued: the status is read when that one runs, so one event suffices. */
function isWaiting(reacted: Set<string>, event: StreamEvent): boolean {
  if (!isReaction(event)) return false
  if (reacted.has(event.statusId)) return true
  reacted.add(event.statusId)
  return false
}

/** Connections that the event ends; null if events of its type end none (S-470, A46). */
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
