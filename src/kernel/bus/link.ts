import type { Channel, ChannelKind } from './bus.ts'

/** A message with the channels that it goes to. */
export interface Packet {
  channels: readonly Channel[]
  text: string
}

/** The connection of a bus to Redis or PostgreSQL. It reconnects by itself and then subscribes again. */
export interface Link extends AsyncDisposable {
  /** changes of one turn of the event loop may share a round trip */
  subscribe(channel: Channel): void
  unsubscribe(channel: Channel): void
  /** as `Bus.settled` */
  settled(): Promise<void>
  /** sends packets in order; rejects if they may not have been sent */
  send(packets: readonly Packet[]): Promise<void>
}

/** Called by a link. */
export interface LinkEvents {
  /** the text of a packet that went to a subscribed channel; the same one again for each such channel, or once */
  heard(kind: ChannelKind, text: string): void
  /** messages may be missing from now on */
  lost(reason: string): void
  /** messages of all subscribed channels arrive from now on, at first or again */
  back(): void
}

export type OpenLink = (events: LinkEvents) => Promise<Link>
