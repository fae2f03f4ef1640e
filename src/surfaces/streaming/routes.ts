import type { FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, DomainError, NotFound } from '../../kernel/base/errors.ts'
import type { Server } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import type { Hub } from './hub.ts'
import { openEventStream } from './sse.ts'
import { streamerOf } from './streamer.ts'
import { type Asked, topicOf } from './topics.ts'
import { routeUpgrades, type Upgrades } from './upgrades.ts'
import { createWebSockets } from './websocket.ts'

export const ROOT = '/api/v1/streaming'

/** Paths of the event streams; a stream with a variant for media only has a second name. */
const EVENT_STREAMS: readonly { path: string; stream: string; withMedia?: string }[] = [
  { path: 'user', stream: 'user' },
  { path: 'user/notification', stream: 'user:notification' },
  { path: 'public', stream: 'public', withMedia: 'public:media' },
  { path: 'public/local', stream: 'public:local', withMedia: 'public:local:media' },
  { path: 'public/remote', stream: 'public:remote', withMedia: 'public:remote:media' },
  { path: 'hashtag', stream: 'hashtag' },
  { path: 'hashtag/local', stream: 'hashtag:local' },
  { path: 'list', stream: 'list' },
  { path: 'direct', stream: 'direct' },
]

const EventStreamQuery = Type.Object({
  tag: Type.Optional(Type.String()),
  list: Type.Optional(Type.String()),
  only_media: Type.Optional(Type.Boolean()),
})
const SocketQuery = Type.Object({
  stream: Type.Optional(Type.String()),
  tag: Type.Optional(Type.String()),
  list: Type.Optional(Type.String()),
})

/** @param origin public base address of this server */
export function addStreamingRoutes(server: Server, hub: Hub, origin: string): void {
  addSocketRoute(server, hub, origin)
  server.get(`${ROOT}/health`, { config: { scope: 'public' } }, (_request, reply) => {
    reply.type('text/plain; charset=utf-8').send('OK')
  })
  const config = { scope: 'any', appToken: true, staysOpen: true } as const
  for (const { path, stream, withMedia } of EVENT_STREAMS) {
    server.get(
      `${ROOT}/${path}`,
      { config, schema: { querystring: EventStreamQuery }, exposeHeadRoute: false },
      async (request, reply) => {
        const { tag, list, only_media } = request.query
        const streamer = streamerOf(request, { origin, isWebSocket: false })
        const name = only_media === true ? (withMedia ?? stream) : stream
        const topic = await topicOf(hub.db, streamer, { stream: name, tag, list })
        openEventStream(hub, reply, { streamer, topic })
      },
    )
  }
  server.get(`${ROOT}/*`, { config, exposeHeadRoute: false }, () => {
    throw new BadRequest('There is no such stream')
  })
}

function addSocketRoute(server: Server, hub: Hub, origin: string): void {
  const upgrades = routeUpgrades(server, ROOT)
  const sockets = createWebSockets(hub)
  server.get(
    ROOT,
    {
      config: { scope: 'public', mayLag: false },
      schema: { querystring: SocketQuery },
      errorHandler: (error, request, reply) => refuse(upgrades, error, request, reply),
    },
    (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (upgrade === undefined) throw new NotFound()
      const streamer = streamerOf(request, { origin, isWebSocket: true })
      hub.registry.admit(streamer)
      reply.hijack()
      reply.raw.detachSocket(upgrade.socket)
      // node:http no longer tells that the response has ended
      reply.raw.emit('close')
      sockets.accept(request.raw, upgrade, { streamer, asked: askedOf(request.query) })
    },
  )
}

/** The stream that the address names; null: a WebSocket client subscribes later. */
function askedOf(query: { stream?: string; tag?: string; list?: string }): Asked | null {
  const { stream, tag, list } = query
  return stream === undefined || stream === '' ? null : { stream, tag, list }
}

/** A rejected WebSocket request gets no body; a header holds the reason (S-460). */
function refuse(
  upgrades: Upgrades,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!upgrades.has(request.raw) || !(error instanceof DomainError)) throw error
  reply.code(error.statusCode).header('x-error-message', error.message).send()
}
