import { NotFound } from '../../kernel/base/errors.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { listPage } from '../../kernel/http/list-page.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { deleteConversation, pageOfConversations } from './queries.ts'
import { markConversation } from './read-state.ts'
import { presentConversations, renderConversations } from './serializer.ts'

const PAGE = 20

export const routes: Routes = (server, app) => {
  listRoute(server, app)
  changeRoutes(server, app)
}

const listRoute: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/conversations/#get
  server.get(
    '/api/v1/conversations',
    { config: { scope: 'read:statuses' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfConversations(app.db, { accountId: viewer.id }, page)
      const texts = await presentConversations(app, viewer, rows)
      const items = rows.map((row, at) => [row.last_status_id, texts[at] ?? null] as const)
      return listPage(request, reply, { items, page, prev: 'min_id' })
    },
  )
}

const changeRoutes: Routes = (server, app) => {
  for (const [name, unread] of [
    ['read', false],
    ['unread', true],
  ] as const) {
    // https://docs.joinmastodon.org/methods/conversations/#read
    server.post(
      `/api/v1/conversations/:id/${name}`,
      { config: { scope: 'write:conversations' }, schema: { params: IdParams } },
      async (request) => {
        const viewer = viewerOf(request)
        const { id } = request.params
        await app.transact((tx) => markConversation(tx, { accountId: viewer.id, id, unread }))
        const [text] = await renderConversations(app, viewer, [id])
        if (text === undefined) throw new NotFound()
        return text
      },
    )
  }

  // https://docs.joinmastodon.org/methods/conversations/#delete
  server.delete(
    '/api/v1/conversations/:id',
    { config: { scope: 'write:conversations' }, schema: { params: IdParams } },
    async (request) => {
      const { id } = viewerOf(request)
      const known = await app.transact((tx) => deleteConversation(tx.db, id, request.params.id))
      if (!known) throw new NotFound()
      return {}
    },
  )
}
