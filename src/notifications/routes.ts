import { NotFound } from '../errors.ts'
import { viewerOf } from '../http/auth.ts'
import { paginationLinks } from '../http/link-header.ts'
import { pageOf } from '../http/page.ts'
import { Id, IdParams, limitOf, paginationFields } from '../http/params.ts'
import type { Routes } from '../http/routes.ts'
import { type Static, Type } from '../http/schema.ts'
import { jsonList } from '../json.ts'
import {
  countUnread,
  deleteNotification,
  findNotification,
  pageOfNotifications,
  type Selection,
} from './queries.ts'
import { clearNotifications } from './removal.ts'
import { renderNotifications } from './serializer.ts'
import { shownTypes } from './types.ts'

const PAGE = 40
/** unread ones are counted up to here, and up to ten times as many on request (S-255) */
const COUNTED = 100

const SelectionQuery = Type.Object({
  ...paginationFields,
  types: Type.Optional(Type.Array(Type.String())),
  exclude_types: Type.Optional(Type.Array(Type.String())),
  account_id: Type.Optional(Id),
  include_filtered: Type.Optional(Type.Boolean()),
})

export const routes: Routes = (server, app) => {
  listRoutes(server, app)
  singleRoutes(server, app)

  // https://docs.joinmastodon.org/methods/notifications/#clear
  server.post(
    '/api/v1/notifications/clear',
    { config: { scope: 'write:notifications' } },
    async (request) => {
      await clearNotifications(app, viewerOf(request).id)
      return {}
    },
  )
}

const listRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/notifications/#get
  server.get(
    '/api/v1/notifications',
    { config: { scope: 'read:notifications' }, schema: { querystring: SelectionQuery } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfNotifications(app.db, viewer.id, selectionOf(request.query), page)
      const ids = rows.map((row) => row.id)
      paginationLinks(request, reply, { ids, limit: page.limit, always: true, prev: 'min_id' })
      return jsonList(await renderNotifications(app, viewer, rows))
    },
  )

  // https://docs.joinmastodon.org/methods/notifications/#unread-count
  server.get(
    '/api/v1/notifications/unread_count',
    { config: { scope: 'read:notifications' }, schema: { querystring: SelectionQuery } },
    async (request) => {
      const limit = limitOf(request.query, COUNTED, COUNTED * 10)
      const selection = selectionOf(request.query)
      return { count: await countUnread(app.db, viewerOf(request), selection, limit) }
    },
  )
}

const singleRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/notifications/#get-one
  server.get(
    '/api/v1/notifications/:id',
    { config: { scope: 'read:notifications' }, schema: { params: IdParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const row = await findNotification(app.db, viewer.id, request.params.id)
      const [text] = row === null ? [] : await renderNotifications(app, viewer, [row])
      if (text === undefined) throw new NotFound()
      return text
    },
  )

  // https://docs.joinmastodon.org/methods/notifications/#dismiss
  server.post(
    '/api/v1/notifications/:id/dismiss',
    { config: { scope: 'write:notifications' }, schema: { params: IdParams } },
    async (request) => {
      const { id } = viewerOf(request)
      const known = await app.transact((tx) => deleteNotification(tx.db, id, request.params.id))
      if (!known) throw new NotFound()
      return {}
    },
  )
}

function selectionOf(query: Static<typeof SelectionQuery>): Selection {
  return {
    types: shownTypes(query.types, query.exclude_types),
    fromId: query.account_id ?? null,
    includeFiltered: query.include_filtered ?? false,
  }
}
