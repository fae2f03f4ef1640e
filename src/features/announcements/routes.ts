import { jsonList, toJson } from '../../kernel/base/json.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Id, IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { dismissAnnouncement } from './announcements.ts'
import { findDismissed, getCurrent, listCurrent } from './queries.ts'
import {
  reactionName,
  reactToAnnouncement,
  readAnnouncementReaction,
  unreactToAnnouncement,
} from './reactions.ts'
import { renderAnnouncements } from './serializer.ts'

const PATH = '/api/v1/announcements'
const ListQuery = Type.Object({ with_dismissed: Type.Boolean({ default: false }) })
const ReactionParams = Type.Object({ id: Id, name: Type.String() })

/** https://docs.joinmastodon.org/methods/announcements/ */
export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: { scope: 'any' }, schema: { querystring: ListQuery } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const all = await listCurrent(app.db, app.clock())
      const ids = all.map(({ id }) => id)
      const read = await findDismissed(app.db, accountId, ids)
      const shown = request.query.with_dismissed ? all : all.filter(({ id }) => !read.has(id))
      return jsonList(await renderAnnouncements(app, accountId, shown, read))
    },
  )

  server.post(
    `${PATH}/:id/dismiss`,
    { config: { scope: 'write:accounts' }, schema: { params: IdParams } },
    async (request) => {
      const { id: announcementId } = await getCurrent(app.db, request.params.id, app.clock())
      const input = { announcementId, accountId: viewerOf(request).id }
      await app.transact((tx) => dismissAnnouncement(tx, input))
      return toJson({})
    },
  )

  const reacting = {
    config: { scope: 'write:favourites' },
    schema: { params: ReactionParams },
  } as const
  server.put(`${PATH}/:id/reactions/:name`, reacting, async (request) => {
    const { id: announcementId } = await getCurrent(app.db, request.params.id, app.clock())
    const emoji = await readAnnouncementReaction(app.db, request.params.name)
    const input = { announcementId, accountId: viewerOf(request).id, emoji }
    await app.transact((tx) => reactToAnnouncement(tx, input))
    return toJson({})
  })

  server.delete(`${PATH}/:id/reactions/:name`, reacting, async (request) => {
    const { id: announcementId } = await getCurrent(app.db, request.params.id, app.clock())
    const name = reactionName(request.params.name)
    const input = { announcementId, accountId: viewerOf(request).id, name }
    await app.transact((tx) => unreactToAnnouncement(tx, input))
    return toJson({})
  })
}
