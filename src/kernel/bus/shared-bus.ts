import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Metrics } from '../instruments/metrics.ts'
import { type Bus, type ChannelKind, MAX_MESSAGE } from './bus.ts'
import type { LinkEvents, OpenLink } from './link.ts'
import { measureBus } from './measures.ts'
import { createOutbox } from './outbox.ts'

export interface BusOptions {
  /** what carries it, for the log */
  carrier: string
  log: Pick<Logger, 'info' | 'warn'>
  metrics: Metrics
}

/** processes whose last message is remembered; one that ended is forgotten in time */
const MAX_SENDERS = 1_000

/** A bus over a link: it names the sender and the order of messages, and counts what is lost. */
export async function createSharedBus(openLink: OpenLink, options: BusOptions): Promise<Bus> {
  const { log, carrier } = options
  const listeners = new Map<ChannelKind, ((message: string) => void)[]>()
  const gapListeners: (() => void)[] = []
  const measures = measureBus(options.metrics)
  const inbox = createInbox()
  const endGap = () => {
    for (const listener of gapListeners) listener()
  }
  const events: LinkEvents = {
    heard(kind, text) {
      const message = inbox.open(text)
      if (message === null) return
      measures.received.value += 1
      if (kind === 'missed') endGap()
      for (const listener of listeners.get(kind) ?? []) listener(message)
    },
    lost(reason) {
      if (!measures.begin()) return
      log.warn({ reason }, `The bus over ${carrier} is lost: streams of other processes pause`)
    },
    back() {
      if (!measures.end()) return
      log.info(`The bus over ${carrier} is back`)
      endGap()
    },
  }
  const link = await openLink(events)
  link.subscribe('missed')
  const outbox = createOutbox(
    (packets) => link.send(packets),
    () => outbox.push({ channels: ['missed'], text: inbox.seal('') }),
  )
  return {
    get isConnected() {
      return measures.isConnected
    },
    publish(channels, message) {
      if (Buffer.byteLength(message) > MAX_MESSAGE) throw new RangeError('The message is too long')
      if (channels.length === 0) return
      measures.sent.value += 1
      outbox.push({ channels, text: inbox.seal(message) })
    },
    subscribe: (channel) => link.subscribe(channel),
    unsubscribe: (channel) => link.unsubscribe(channel),
    settled: () => link.settled(),
    listen(kinds, listener) {
      for (const kind of kinds) listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    reportLoss: () => outbox.push({ channels: ['missed'], text: inbox.seal('') }),
    onGap: (listener) => void gapListeners.push(listener),
    async [Symbol.asyncDispose]() {
      outbox[Symbol.dispose]()
      await link[Symbol.asyncDispose]()
    },
  }
}

/**
 * Texts of messages begin with a random name of the process and a number that rises: a process drops its own, and
 * those that it has got over another of its channels.
 */
function createInbox() {
  const own = randomBytes(9).toString('base64url')
  const last = new Map<string, number>()
  let count = 0
  return {
    seal: (message: string) => `${own} ${++count} ${message}`,
    /** null for a message that was opened before, is this process's own, or none at all */
    open(text: string): string | null {
      const [, sender = '', number = '', message = ''] = /^(\S+) (\d+) (.*)$/s.exec(text) ?? []
      if (sender === '' || sender === own) return null
      if (Number(number) <= (last.get(sender) ?? 0)) return null
      last.delete(sender)
      last.set(sender, Number(number))
      if (last.size > MAX_SENDERS) last.delete(last.keys().next().value!)
      return message
    },
  }
}
