import type { App } from '../app.ts'
import { BadRequest, TooManyRequests, Unreachable } from '../errors.ts'
import type { Counter } from '../metrics/metrics.ts'
import { kindOf } from './channels.ts'
import type { Streamer } from './streamer.ts'
import type { Topic } from './topics.ts'

/** An open WebSocket or event stream. */
export interface Connection {
  readonly transport: 'websocket' | 'sse'
  readonly streamer: Streamer
  /** by channel */
  readonly subscriptions: Map<string, Subscription>
  /** messages, of all connections of its transport */
  readonly sent: Counter
  /** passes bytes on; a reader who leaves too much lying is cut off */
  write(bytes: Buffer): void
  /** shows that this end lives, and ends what is dead at the other one */
  beat(): void
  /** says goodbye; does not wait long for an answer */
  close(why: Farewell): void
}

export type Farewell = 'revoked' | 'shutdown'

export interface Subscription extends Topic {
  readonly connection: Connection
}

/** What bringing something to listeners needs. */
export interface Streams {
  readonly app: App
  readonly registry: Registry
}

/** Who listens to what in this process. */
export interface Registry {
  readonly size: number
  all(): IterableIterator<Connection>
  of(accountId: string): readonly Connection[]
  listeners(channel: string): ReadonlySet<Subscription>
  /** channels of a kind that somebody listens to */
  channelsOf(kind: string): ReadonlySet<string>
  /** @throws TooManyRequests, Unreachable if one more connection is too many */
  admit(streamer: Streamer): void
  add(connection: Connection): void
  /** forgets it and all that it listens to */
  remove(connection: Connection): void
  /** listening twice is listening once; @throws BadRequest if it listens to very many already */
  subscribe(connection: Connection, topic: Topic): void
  unsubscribe(connection: Connection, channel: string): void
}

const MAX_CONNECTIONS = 20_000
const MAX_PER_ACCOUNT = 100
const MAX_SUBSCRIPTIONS = 100
/** ms after which a refused client may try again */
const PATIENCE = 60_000

const NOBODY: ReadonlySet<never> = new Set()

/** @param clock ms since 1970 */
export function createRegistry(clock: () => number): Registry {
  const connections = new Set<Connection>()
  const accounts = createIndex<Connection>()
  const channels = createIndex<Subscription>()
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

/** Sets by key; empty ones are not kept. */
function createIndex<Item>() {
  const sets = new Map<string, Set<Item>>()
  return {
    get: (key: string): ReadonlySet<Item> => sets.get(key) ?? NOBODY,
    add(key: string, item: Item): void {
      const set = sets.get(key)
      if (set === undefined) sets.set(key, new Set([item]))
      else set.add(item)
    },
    delete(key: string, item: Item): void {
      const set = sets.get(key)
      if (set?.delete(item) && set.size === 0) sets.delete(key)
    },
  }
}
