import type { Db } from '../db/database.ts'
import { type Listening, type Notification, openListening } from '../db/postgres/listening.ts'
import { type Channel, type ChannelKind, kindOfChannel } from './bus.ts'
import type { LinkEvents, OpenLink, Packet } from './link.ts'

/** ms before another attempt to connect; doubles */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/** bytes of channels in one notification; with the longest message they stay below PostgreSQL's 8,000 */
const MAX_CHANNELS = 3_500
const PREFIX = 'rookery_'

/**
 * Messages over LISTEN and NOTIFY. There is one PostgreSQL channel for each kind of channel, and each process drops
 * messages for channels of others: PostgreSQL compares each notification with all channels of each listener one
 * by one, so ten thousand accounts must not be ten thousand channels there.
 */
export function postgresLink(url: string, db: Db): OpenLink {
  return async (events) => {
    const link = new PostgresLink(url, db, events)
    await link.connect()
    return link
  }
}

class PostgresLink {
  readonly #url: string
  readonly #db: Db
  readonly #events: LinkEvents
  readonly #wanted = new Map<ChannelKind, Set<Channel>>()
  #listening: Listening | null = null
  #pause = FIRST_PAUSE
  #timer: NodeJS.Timeout | undefined
  #changed = new Set<ChannelKind>()
  #isClosed = false
  #settled = Promise.resolve()

  constructor(url: string, db: Db, events: LinkEvents) {
    this.#url = url
    this.#db = db
    this.#events = events
  }

  /** Connects, and tries again later if that fails. */
  async connect(): Promise<void> {
    let opened: Listening | null = null
    try {
      opened = await openListening(this.#url, this.#db, {
        heard: (notification) => this.#heard(notification),
        end: (error) => this.#retry(error),
      })
      await opened.listen([...this.#wanted.keys()].map(nameOf))
      if (this.#isClosed) return await opened.close()
      this.#listening = opened
      await this.#apply() // what changed meanwhile
      this.#pause = FIRST_PAUSE
      this.#events.back()
    } catch (error) {
      await opened?.close()
      this.#retry(error as Error)
    }
  }

  subscribe(channel: Channel): void {
    const kind = kindOfChannel(channel)
    const known = this.#wanted.get(kind)
    if (known !== undefined) return void known.add(channel)
    this.#wanted.set(kind, new Set([channel]))
    this.#update(kind)
  }

  unsubscribe(channel: Channel): void {
    const kind = kindOfChannel(channel)
    const known = this.#wanted.get(kind)
    if (!known?.delete(channel) || known.size > 0) return
    this.#wanted.delete(kind)
    this.#update(kind)
  }

  settled(): Promise<void> {
    return this.#settled
  }

  async send(packets: readonly Packet[]): Promise<void> {
    if (this.#listening === null) throw new Error('PostgreSQL is away')
    await this.#listening.notify(packets.flatMap(notificationsOf))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#listening?.close()
  }

  #retry(error: Error): void {
    this.#listening = null
    if (this.#isClosed) return
    this.#events.lost(error.message)
    // a connection that ends while it is prepared fails there as well
    clearTimeout(this.#timer)
    const wait = this.#pause * (0.5 + Math.random() / 2)
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    this.#timer = setTimeout(() => this.connect(), wait).unref()
  }

  /** Tells PostgreSQL of the kinds that are wanted or no longer, all of this turn together. */
  #update(kind: ChannelKind): void {
    if (this.#changed.size === 0) {
      this.#settled = new Promise((resolve) => {
        setImmediate(() => this.#apply().then(resolve))
      })
    }
    this.#changed.add(kind)
  }

  /** A connection that fails is replaced, and the next one listens to all that is wanted then. */
  async #apply(): Promise<void> {
    const kinds = [...this.#changed]
    this.#changed = new Set()
    const wanted = kinds.filter((kind) => this.#wanted.has(kind))
    const unwanted = kinds.filter((kind) => !this.#wanted.has(kind))
    const { listen, unlisten } = this.#listening ?? {}
    await Promise.allSettled([listen?.(wanted.map(nameOf)), unlisten?.(unwanted.map(nameOf))])
  }

  #heard({ channel, payload }: Notification): void {
    const kind = channel.slice(PREFIX.length) as ChannelKind
    const wanted = this.#wanted.get(kind)
    if (wanted === undefined) return
    const end = payload.indexOf('\n')
    const channels = payload.slice(0, end).split(' ') as Channel[]
    if (channels.some((one) => wanted.has(one))) this.#events.heard(kind, payload.slice(end + 1))
  }
}

function nameOf(kind: ChannelKind): string {
  return PREFIX + kind
}

/** One notification for each kind of the packet's channels, and more if their names are too long for one. */
function notificationsOf({ channels, text }: Packet): Notification[] {
  const notifications: Notification[] = []
  for (const [kind, same] of Map.groupBy(channels, kindOfChannel)) {
    let names = ''
    const flush = () => notifications.push({ channel: nameOf(kind), payload: `${names}\n${text}` })
    for (const name of same) {
      if (names !== '' && Buffer.byteLength(names) + Buffer.byteLength(name) > MAX_CHANNELS) {
        flush()
        names = ''
      }
      names += names === '' ? name : ` ${name}`
    }
    flush()
  }
  return notifications
}
