import { NotFound } from '../../../kernel/base/errors.ts'
import { jsonList } from '../../../kernel/base/json.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdList, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { findRequest, isMerged, pageOfRequests } from './queries.ts'
import { acceptRequests, dismissRequests } from './requests.ts'
import { renderRequests } from './serializer.ts'

const LIST = '/api/v1/notifications/requests'
const PAGE = 40
const READ = { scope: 'read:notifications' } as const
const WRITE = { scope: 'write:notifications' } as const

/** https://docs.joinmastodon.org/methods/notifications/#get-requests */
export const requestRoutes: Routes = (server, app) => {
  server.get(
    LIST,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfRequests(app.db, viewer.id, page)
      const ids = rows.map((row) => row.id)
      paginationLinks(request, reply, { ids, limit: page.limit, always: true, prev: 'min_id' })
      return jsonList(await renderRequests(app, viewer, rows))
    },
  )
  server.get(`${LIST}/merged`, { config: READ }, async (request) => ({
    merged: await isMerged(app.db, viewerOf(request).id),
  }))
  server.get(`${LIST}/:id`, { config: READ, schema: { params: IdParams } }, async (request) => {
    const viewer = viewerOf(request)
    const row = await findRequest(app.db, viewer.id, request.params.id)
    const [text] = row === null ? [] : await renderRequests(app, viewer, [row])
    if (text === undefined) throw new NotFound()
    return text
  })
  decisionRoutes(server, app)
}

const decisionRoutes: Routes = (server, app) => {
  for (const [name, decide] of [
    ['accept', acceptRequests],
    ['dismiss', dismissRequests],
  ] as const) {
    server.post(
      `${LIST}/:id/${name}`,
      { config: WRITE, schema: { params: IdParams } },
      async (request) => {
        const { id: accountId } = viewerOf(request)
        const { id } = request.params
        await app.transact(async (tx) => {
          if ((await findRequest(tx.db, accountId, id)) === null) throw new NotFound()
          await decide(tx, accountId, [id])
        })
        return {}
      },
    )
    server.post(
      `${LIST}/${name}`,
      { config: WRITE, schema: { body: Type.Object({ id: Type.Optional(IdList) }) } },
      async (request) => {
        const { id: accountId } = viewerOf(request)
        await app.transact((tx) => decide(tx, accountId, request.body.id ?? []))
        return {}
      },
    )
  }
}
