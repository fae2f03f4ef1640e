import { viewerOf } from '../../kernel/http/auth.ts'
import { Id, ShortId } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { findMarkers, MARKED_TIMELINES, moveMarker, presentMarkers } from './markers.ts'

const MarkersQuery = Type.Object({ timeline: Type.Array(Type.String(), { default: [] }) })

const MarkersBody = Type.Object({
  home: Type.Optional(Type.Object({ last_read_id: Type.Optional(Id) })),
  notifications: Type.Optional(Type.Object({ last_read_id: Type.Optional(ShortId) })),
})

export const markersRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/markers/#get
  server.get(
    '/api/v1/markers',
    { config: { scope: 'read:statuses' }, schema: { querystring: MarkersQuery } },
    async (request) => {
      const wanted = MARKED_TIMELINES.filter((name) => request.query.timeline.includes(name))
      return presentMarkers(await findMarkers(app.db, viewerOf(request).userId, wanted))
    },
  )

  // https://docs.joinmastodon.org/methods/markers/#create
  server.post(
    '/api/v1/markers',
    { config: { scope: 'write:statuses' }, schema: { body: MarkersBody } },
    async (request) => {
      const { userId } = viewerOf(request)
      const marked = MARKED_TIMELINES.flatMap((timeline) => {
        const lastReadId = request.body[timeline]?.last_read_id
        return lastReadId === undefined ? [] : [{ userId, timeline, lastReadId }]
      })
      const names = marked.map(({ timeline }) => timeline)
      return app.transact(async (tx) => {
        const before = await findMarkers(tx.db, userId, names)
        for (const position of marked) {
          const known = before.find(({ timeline }) => timeline === position.timeline)
          await moveMarker(tx, position, known ?? null)
        }
        return presentMarkers(await findMarkers(tx.db, userId, names))
      })
    },
  )
}
