/**
 * Messages between the processes of one server: ids only, never the only copy of anything. A message may be lost, and
 * then the listeners to gaps hear of it. A process never gets its own messages.
 *
 * A server of one process has no bus at all: `App.bus` is null, and events go from function to function.
 */
export interface Bus extends AsyncDisposable {
  /** whether messages of other processes arrive at the moment */
  readonly isConnected: boolean
  /**
   * Sends a message to the other processes that listen to at least one of the channels; each gets it once. It leaves
   * with all others of this turn of the event loop, in order.
   *
   * @param message at most `MAX_MESSAGE` bytes
   */
  publish(channels: readonly Channel[], message: string): void
  /** repeating it changes nothing */
  subscribe(channel: Channel): void
  unsubscribe(channel: Channel): void
  /** resolves once messages of all channels subscribed so far arrive, or the connection is away */
  settled(): Promise<void>
  /** @param kinds of the channels whose messages it gets */
  listen(kinds: readonly ChannelKind[], listener: (message: string) => void): void
  /** tells every other process that messages were lost, because there were too many to send */
  reportLoss(): void
  /** @param listener is called once messages arrive again, if any may have been lost */
  onGap(listener: () => void): void
}

/**
 * - `caches`: settings, roles, emoji or blocks changed
 * - `jobs`: jobs or deliveries were queued
 * - `missed`: a process could not send all its messages
 * - `all`: every process with a stream
 * - `account:ID`: processes with a stream of that account
 * - `public:local`, `public:remote`, `tag:NAME`: processes with a stream of that timeline
 */
export type ChannelKind = 'caches' | 'jobs' | 'missed' | 'all' | 'account' | 'public' | 'tag'
export type Channel = ChannelKind | `${'account' | 'public' | 'tag'}:${string}`

/** bytes; PostgreSQL takes less than 8,000 with its channels */
export const MAX_MESSAGE = 4_000

export function kindOfChannel(channel: string): ChannelKind {
  return channel.split(':', 1)[0] as ChannelKind
}
