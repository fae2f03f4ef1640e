import type { Channel as BusChannel, ChannelKind } from '../../kernel/bus/bus.ts'
import { kindOfChannel } from '../../kernel/bus/bus.ts'
import type { LinkEvents, OpenLink, Packet } from '../../kernel/bus/link.ts'
import type { Channel } from './channel.ts'

/** The bus in the parent, over which the messages of workers go to each other too. */
export interface ParentLink {
  readonly open: OpenLink
  /** to be called once for each worker that starts; @returns the function that forgets it */
  add(channel: Channel): () => void
}

export function createParentLink(): ParentLink {
  const workers = new Map<Channel, Set<BusChannel>>()
  const own = new Set<BusChannel>()
  let events: LinkEvents | null = null
  const tellOthers = (packets: readonly Packet[], sender: Channel | null) => {
    for (const [channel, wanted] of workers) {
      if (channel === sender) continue
      const heard = packets.flatMap((packet) => heardBy(wanted, packet))
      if (heard.length > 0) channel.tell('heard', heard)
    }
  }
  return {
    async open(given) {
      events = given
      events.back()
      return {
        subscribe: (one) => void own.add(one),
        unsubscribe: (one) => void own.delete(one),
        async settled() {},
        send: async (packets) => tellOthers(packets, null),
        async [Symbol.asyncDispose]() {
          events = null
        },
      }
    },
    add(channel) {
      const wanted = new Set<BusChannel>()
      workers.set(channel, wanted)
      channel.onTold('subscribe', (one) => void wanted.add(one))
      channel.onTold('unsubscribe', (one) => void wanted.delete(one))
      channel.onAsked('settled', () => null)
      channel.onTold('said', (packets) => {
        tellOthers(packets, channel)
        for (const packet of packets) {
          for (const { kind, text } of heardBy(own, packet)) events?.heard(kind, text)
        }
      })
      return () => void workers.delete(channel)
    },
  }
}

/** A packet once for each kind of its channels that is listened to. */
function heardBy(wanted: ReadonlySet<BusChannel>, { channels, text }: Packet) {
  const kinds = new Set<ChannelKind>()
  for (const one of channels) if (wanted.has(one)) kinds.add(kindOfChannel(one))
  return [...kinds].map((kind) => ({ kind, text }))
}

/**
 * The bus in a worker.
 * @param before called before messages are heard
 */
export function workerLink(channel: Channel, before: () => void = () => {}): OpenLink {
  return async (events) => {
    channel.onTold('heard', (messages) => {
      before()
      for (const { kind, text } of messages) events.heard(kind, text)
    })
    events.back()
    return {
      subscribe: (one) => channel.tell('subscribe', one),
      unsubscribe: (one) => channel.tell('unsubscribe', one),
      async settled() {
        await channel.ask('settled', null).catch(() => {})
      },
      send: async (packets) => channel.tell('said', packets),
      async [Symbol.asyncDispose]() {},
    }
  }
}
