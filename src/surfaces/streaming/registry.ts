import { BadRequest, TooManyRequests, Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Counter } from '../../kernel/instruments/metrics.ts'
import { kindOf } from './channels.ts'
import type { Streamer } from './streamer.ts'
import type { Topic } from './topics.ts'

/** An open WebSocket or event stream. */
export interface Connection {
  readonly transport: 'websocket' | 'sse'
  readonly streamer: Streamer
  /** by channel */
  readonly subscriptions: Map<string, Subscription>
  /** counts messages of all connections with this transport */
  readonly sent: Counter
  /** sends bytes; closes the connection of a reader whose backlog is too large */
  write(bytes: Buffer): void
  /** sends a heartbeat, and terminates a connection whose client does not respond */
  beat(): void
  /** closes with a reason; waits only briefly for the client's answer */
  close(why: Farewell): void
}

export type Farewell = 'revoked' | 'shutdown'

export interface Subscription extends Topic {
  readonly connection: Connection
}

/** The app and the connections, as sending to streams needs them. */
export interface Streams {
  readonly app: App
  readonly registry: Registry
}

/** Connections and subscriptions of this process. */
export interface Registry {
  readonly size: number
  all(): IterableIterator<Connection>
  of(accountId: string): readonly Connection[]
  listeners(channel: string): ReadonlySet<Subscription>
  /** channels of a kind that have a subscription */
  channelsOf(kind: string): ReadonlySet<string>
  /** @throws TooManyRequests, Unreachable if the account or this process has too many connections */
  admit(streamer: Streamer): void
  add(connection: Connection): void
  /** removes a connection and its subscriptions */
  remove(connection: Connection): void
  /** repeating it changes nothing; @throws BadRequest if the connection has too many subscriptions */
  subscribe(connection: Connection, topic: Topic): void
  unsubscribe(connection: Connection, channel: string): void
}

const MAX_CONNECTIONS = 20_000
const MAX_PER_ACCOUNT = 100
const MAX_SUBSCRIPTIONS = 100
/** ms after which a rejected client may try again */
const PATIENCE = 60_000

const NOBODY: ReadonlySet<never> = new Set()

/** Called when the first connection or subscription of its kind comes, and when the last one has gone. */
export interface RegistryWatch {
  account(id: string, isListening: boolean): void
  channel(channel: string, isListening: boolean): void
}

/** @param clock ms since 1970 */
export function createRegistry(clock: () => number, watch?: RegistryWatch): Registry {
  const connections = new Set<Connection>()
  const accounts = createIndex<Connection>(watch?.account)
  const channels = createIndex<Subscription>(watch?.channel)
  const kinds = createIndex<string>()
  const forget = (channel: string, subscription: Subscription) => {
    channels.delete(channel, subscription)
    if (channels.get(channel).size === 0) kinds.delete(kindOf(channel), channel)
  }
  return {
    get size() {
      return connections.size
    },
    all: () => connections.values(),
    of: (accountId) => [...accounts.get(accountId)],
    listeners: (channel) => channels.get(channel),
    channelsOf: (kind) => kinds.get(kind),
    admit({ viewer }) {
      if (connections.size >= MAX_CONNECTIONS) throw new Unreachable('Too many streams are open')
      if (accounts.get(viewer.id).size >= MAX_PER_ACCOUNT) {
        throw new TooManyRequests(clock() + PATIENCE)
      }
    },
    add(connection) {
      connections.add(connection)
      accounts.add(connection.streamer.viewer.id, connection)
    },
    remove(connection) {
      if (!connections.delete(connection)) return
      accounts.delete(connection.streamer.viewer.id, connection)
      for (const [channel, subscription] of connection.subscriptions) {
        forget(channel, subscription)
      }
      connection.subscriptions.clear()
    },
    subscribe(connection, topic) {
      const { subscriptions } = connection
      if (!connections.has(connection) || subscriptions.has(topic.channel)) return
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new BadRequest(`A connection listens to ${MAX_SUBSCRIPTIONS} streams at most`)
      }
      const subscription = { ...topic, connection }
      subscriptions.set(topic.channel, subscription)
      channels.add(topic.channel, subscription)
      kinds.add(kindOf(topic.channel), topic.channel)
    },
    unsubscribe(connection, channel) {
      const subscription = connection.subscriptions.get(channel)
      if (subscription === undefined) return
      connection.subscriptions.delete(channel)
      forget(channel, subscription)
    },
  }
}

/**
 * Sets by key; an empty set is removed.
 * @param onChange called when a key gets its first item or has lost its last one
 */
function createIndex<Item>(onChange?: (key: string, hasItems: boolean) => void) {
  const sets = new Map<string, Set<Item>>()
  return {
    get: (key: string): ReadonlySet<Item> => sets.get(key) ?? NOBODY,
    add(key: string, item: Item): void {
      const set = sets.get(key)
      if (set !== undefined) return void set.add(item)
      sets.set(key, new Set([item]))
      onChange?.(key, true)
    },
    delete(key: string, item: Item): void {
      const set = sets.get(key)
      if (!set?.delete(item) || set.size > 0) return
      sets.delete(key)
      onChange?.(key, false)
    },
  }
}
