import type { Logger } from 'pino'
import type { RedisConnection } from './client.ts'

export type MessageListener = (message: string, channel: string) => void

export interface ConnectionWatch {
  /** messages may be missing from now on */
  lost?: () => void
  /** every channel is subscribed again */
  back?: () => void
}

/** Messages between processes. Redis stores none: those sent while a process is not connected are lost for it. */
export interface Subscriptions {
  /**
   * Resolves once Redis sends the channel's messages. While Redis is away it resolves at once, and the channel is
   * subscribed when Redis is back.
   */
  subscribe(channel: string, listener: MessageListener): Promise<void>
  unsubscribe(channel: string, listener: MessageListener): Promise<void>
  /** @throws if Redis is away, refuses, or does not answer in 250 ms */
  publish(channel: string, message: string): Promise<void>
  /** Follows the connection that receives messages. @returns ends it */
  watch(watch: ConnectionWatch): () => void
}

/**
 * @param connection for subscribing only: it can do nothing else meanwhile
 * @param commands sends what is published
 */
export function createSubscriptions(
  connection: RedisConnection,
  commands: { ask(command: string[]): Promise<unknown> },
  prefix: string,
  log: Pick<Logger, 'warn'>,
): Subscriptions & { close(): void } {
  const listeners = new Map<string, Set<MessageListener>>()
  const watches = new Set<ConnectionWatch>()
  const dispatch = (message: string, channel: string) => {
    const name = channel.slice(prefix.length)
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(message, name)
      } catch (error) {
        log.warn({ err: error, channel: name }, 'A message from Redis was not handled')
      }
    }
  }
  const isWanted = (channel: string) => listeners.has(channel.slice(prefix.length))
  const sync = createSync(connection, isWanted, dispatch, log)
  followConnection(connection, sync, watches)
  return {
    subscribe(channel, listener) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(listener))
      return sync.update([prefix + channel])
    },
    unsubscribe(channel, listener) {
      const known = listeners.get(channel)
      known?.delete(listener)
      if (known?.size === 0) listeners.delete(channel)
      return sync.update([prefix + channel])
    },
    publish: async (channel, message) => {
      await commands.ask(['PUBLISH', prefix + channel, message])
    },
    watch(watch) {
      watches.add(watch)
      return () => watches.delete(watch)
    },
    close() {
      listeners.clear()
      watches.clear()
    },
  }
}

function followConnection(
  connection: RedisConnection,
  sync: Sync,
  watches: ReadonlySet<ConnectionWatch>,
): void {
  let isConnected = false
  connection.on('ready', async () => {
    await sync.update([])
    if (!connection.isReady || isConnected) return
    isConnected = true
    for (const { back } of watches) back?.()
  })
  connection.on('error', () => {
    if (!isConnected || connection.isReady) return
    isConnected = false
    for (const { lost } of watches) lost?.()
  })
}

interface Sync {
  /** @returns resolves once Redis knows whether these channels are wanted, or is away */
  update(channels: string[]): Promise<void>
}

/**
 * Subscribes to the wanted channels. Changes during a round trip share the next one, and those that a lost connection
 * kept back follow on the next; the client itself repeats what was subscribed.
 */
function createSync(
  connection: RedisConnection,
  isWanted: (channel: string) => boolean,
  dispatch: (message: string, channel: string) => void,
  log: Pick<Logger, 'warn'>,
): Sync {
  const subscribed = new Set<string>()
  const changed = new Set<string>()
  let current = Promise.resolve()
  let next: Promise<void> | null = null

  const apply = async () => {
    next = null
    if (!connection.isReady) return
    const differing = [...changed].filter((name) => isWanted(name) !== subscribed.has(name))
    const added = differing.filter(isWanted)
    const removed = differing.filter((name) => subscribed.has(name))
    changed.clear()
    try {
      if (added.length > 0) await connection.subscribe(added, dispatch)
      for (const channel of added) subscribed.add(channel)
      if (removed.length > 0) await connection.unsubscribe(removed)
      for (const channel of removed) subscribed.delete(channel)
    } catch (error) {
      for (const channel of differing) changed.add(channel)
      if (connection.isReady) log.warn({ err: error }, 'Redis refuses to subscribe')
    }
  }
  return {
    update(channels) {
      for (const channel of channels) changed.add(channel)
      if (next === null) {
        next = current.then(apply)
        current = next
      }
      return next
    },
  }
}
