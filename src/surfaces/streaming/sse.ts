import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Counter } from '../../kernel/instruments/metrics.ts'
import type { Hub } from './hub.ts'
import type { Connection } from './registry.ts'
import type { Streamer } from './streamer.ts'
import type { Topic } from './topics.ts'

/** bytes that may wait for a slow reader */
const MAX_BACKLOG = 1024 * 1024
/** ms for bytes already written to reach the client */
const FAREWELL_TIME = 500
const OPENING = Buffer.from(':)\n')
const HEARTBEAT = Buffer.from(':thump\n')

/**
 * Answers with an event stream that stays open (S-462).
 * @see https://docs.joinmastodon.org/methods/streaming/#http
 */
export function openEventStream(
  hub: Hub,
  reply: FastifyReply,
  { streamer, topic }: { streamer: Streamer; topic: Topic },
): void {
  hub.registry.admit(streamer)
  reply.header('content-type', 'text/event-stream')
  // otherwise a proxy may buffer the events
  reply.header('x-accel-buffering', 'no')
  reply.hijack()
  const { raw } = reply
  // a client that left before this point causes no close event
  if (raw.destroyed) return
  raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  raw.write(OPENING)
  const connection = eventStream(raw, streamer, hub.sent.sse)
  raw.on('close', () => hub.closed(connection))
  hub.open(connection)
  hub.registry.subscribe(connection, topic)
}

/** The connection on a response whose head is sent. */
export function eventStream(raw: ServerResponse, streamer: Streamer, sent: Counter): Connection {
  const write = (bytes: Buffer) => {
    if (raw.writableEnded || raw.destroyed) return
    raw.write(bytes)
    if (raw.writableLength > MAX_BACKLOG) raw.destroy()
  }
  return {
    transport: 'sse',
    streamer,
    subscriptions: new Map(),
    sent,
    write,
    beat: () => write(HEARTBEAT),
    close() {
      raw.end()
      setTimeout(() => raw.destroy(), FAREWELL_TIME).unref()
    },
  }
}
