import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { DomainError } from '../../kernel/base/errors.ts'
import { parseExactly } from '../../kernel/http/body/exact-json.ts'
import type { Hub } from './hub.ts'
import { textFrame } from './messages.ts'
import type { Connection, Farewell } from './registry.ts'
import type { Streamer } from './streamer.ts'
import { type Asked, topicOf } from './topics.ts'
import type { Upgrade } from './upgrades.ts'

/** bytes of a message from a client */
const MAX_MESSAGE = 64 * 1024
/** bytes that may wait for a slow reader */
const MAX_BACKLOG = 1024 * 1024
/** ms for the client to answer the close frame */
const FAREWELL_TIME = 500
const CODES: Record<Farewell, number> = { revoked: 1008, shutdown: 1001 }
const UNSUPPORTED_DATA = 1003
const INTERNAL_ERROR = 1011

export interface WebSockets {
  /** @param asked the stream named in the address, if any */
  accept(
    request: IncomingMessage,
    upgrade: Upgrade,
    client: { streamer: Streamer; asked: Asked | null },
  ): void
}

/** @see https://docs.joinmastodon.org/methods/streaming/#websocket */
export function createWebSockets(hub: Hub): WebSockets {
  const handshake = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // compression takes ten times the memory
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
  })
  return {
    accept(request, { socket, head }, { streamer, asked }) {
      handshake.handleUpgrade(request, socket, head, (client) => {
        const connection = connect(client, socket, { streamer, sent: hub.sent.websocket })
        const inTurn = oneAtATime(client, (err) => {
          hub.log.error({ err }, 'a message to a stream failed')
          client.close(INTERNAL_ERROR)
        })
        client.on('message', (data, isBinary) => {
          if (isBinary) client.close(UNSUPPORTED_DATA)
          else inTurn(() => receive(hub, connection, String(data)))
        })
        client.on('close', () => hub.closed(connection))
        hub.open(connection)
        if (asked !== null) inTurn(() => change(hub, connection, 'subscribe', asked))
      })
    },
  }
}

function connect(
  client: WebSocket,
  socket: Socket,
  { streamer, sent }: Pick<Connection, 'streamer' | 'sent'>,
): Connection {
  let alive = true
  client.on('pong', () => {
    alive = true
  })
  // the socket is closed already when `error` is emitted
  client.on('error', ignore)
  return {
    transport: 'websocket',
    streamer,
    subscriptions: new Map(),
    sent,
    // the same whole frame serves all connections, so it bypasses the library
    write(bytes) {
      if (client.readyState !== client.OPEN) return
      socket.write(bytes)
      if (socket.writableLength > MAX_BACKLOG) client.terminate()
    },
    beat() {
      if (alive) client.ping()
      else client.terminate()
      alive = false
    },
    close(why) {
      client.close(CODES[why])
      setTimeout(() => client.terminate(), FAREWELL_TIME).unref()
    },
  }
}

/** Processes a client's messages in order, and pauses its socket meanwhile. */
function oneAtATime(
  client: WebSocket,
  onError: (error: unknown) => void,
): (work: () => Promise<void>) => void {
  let last = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting++ === 0) client.pause()
    last = last
      .then(work)
      .catch(onError)
      .then(() => {
        if (--waiting === 0) client.resume()
      })
  }
}

async function receive(hub: Hub, connection: Connection, text: string): Promise<void> {
  const { type, ...asked } = readMessage(text)
  if (type === 'subscribe' || type === 'unsubscribe') await change(hub, connection, type, asked)
}

async function change(
  hub: Hub,
  connection: Connection,
  type: 'subscribe' | 'unsubscribe',
  asked: Asked,
): Promise<void> {
  try {
    const topic = await topicOf(hub.db, connection.streamer, asked)
    if (type === 'subscribe') hub.registry.subscribe(connection, topic)
    else hub.registry.unsubscribe(connection, topic.channel)
    await hub.settled()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { message, statusCode } = error
    connection.write(textFrame(JSON.stringify({ error: message, status: statusCode })))
  }
}

/** Malformed messages are ignored, like messages of an unknown type. */
function readMessage(text: string): Asked & { type?: string | undefined } {
  const { type, stream, tag, list } = parseObject(text)
  return { type: asText(type), stream: asText(stream) ?? '', tag: asText(tag), list: asText(list) }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = parseExactly(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function ignore(): void {}
