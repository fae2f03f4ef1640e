import { NotFound } from '../../kernel/base/errors.ts'
import { shownId } from '../../kernel/base/ids.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { listPage } from '../../kernel/http/list-page.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { limitOf, ShortIdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { countUnread, pageOfListed, shownStop } from './listing.ts'
import { policyRoutes } from './policy/routes.ts'
import { findNotification } from './queries.ts'
import { clearNotifications, deleteNotification } from './removal.ts'
import { requestRoutes } from './requests/routes.ts'
import { COUNTED, SelectionQuery, selectionOf, TypesSupported } from './selection.ts'
import { renderNotifications } from './serializer.ts'

const PAGE = 40

export const routes: Routes = (server, app) => {
  listRoutes(server, app)
  singleRoutes(server, app)
  groupRoutes(server, app)
  policyRoutes(server, app)
  requestRoutes(server, app)

  // https://docs.joinmastodon.org/methods/notifications/#clear
  for (const version of ['v1', 'v2']) {
    server.post(
      `/api/${version}/notifications/clear`,
      { config: { scope: 'write:notifications' } },
      async (request) => {
        await clearNotifications(app, viewerOf(request).id)
        return {}
      },
    )
  }
}

const listRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/notifications/#get
  server.get(
    '/api/v1/notifications',
    { config: { scope: 'read:notifications' }, schema: { querystring: SelectionQuery } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const listed = { ...selectionOf(request.query), groupedTypes: null }
      const { rows, stopped } = await pageOfListed(app, viewer.id, listed, page)
      const texts = await renderNotifications(app, viewer, rows, request.query.supported_types)
      const items = rows.map(({ id }, at) => [shownId(id), texts[at] ?? null] as const)
      const going = { always: true, stopped: shownStop(stopped) }
      return listPage(request, reply, { items, page, prev: 'min_id', ...going })
    },
  )

  // https://docs.joinmastodon.org/methods/notifications/#unread-count
  server.get(
    '/api/v1/notifications/unread_count',
    { config: { scope: 'read:notifications' }, schema: { querystring: SelectionQuery } },
    async (request) => {
      const limit = limitOf(request.query, COUNTED, COUNTED * 10)
      const listed = { ...selectionOf(request.query), groupedTypes: null }
      return { count: await countUnread(app, viewerOf(request), listed, limit) }
    },
  )
}

const singleRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/notifications/#get-one
  server.get(
    '/api/v1/notifications/:id',
    {
      config: { scope: 'read:notifications' },
      schema: { params: ShortIdParams, querystring: TypesSupported },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { supported_types: supported } = request.query
      const row = await findNotification(app.db, viewer.id, request.params.id)
      const rows = row === null ? [] : [row]
      const [text] = await renderNotifications(app, viewer, rows, supported)
      if (!text) throw new NotFound()
      return text
    },
  )

  // https://docs.joinmastodon.org/methods/notifications/#dismiss
  server.post(
    '/api/v1/notifications/:id/dismiss',
    { config: { scope: 'write:notifications' }, schema: { params: ShortIdParams } },
    async (request) => {
      const { id } = viewerOf(request)
      const known = await app.transact((tx) => deleteNotification(tx.db, id, request.params.id))
      if (!known) throw new NotFound()
      return {}
    },
  )
}
