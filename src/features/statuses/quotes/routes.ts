import { viewerIdOf, viewerOf } from '../../../kernel/http/auth.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Id, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { getVisibleOriginal } from '../queries.ts'
import { showPage } from '../read/send-page.ts'
import { renderStatus } from '../read/serializer.ts'
import { readQuotePolicy } from '../write/input.ts'
import { quotesPage } from './list.ts'
import { changePolicy } from './policy.ts'
import { revokeOwn } from './quotes.ts'

const RevokeParams = Type.Object({ id: Id, quoting_status_id: Id })
const PolicyBody = Type.Object({ quote_approval_policy: Type.Optional(Type.String()) })

/** https://docs.joinmastodon.org/methods/statuses/#quotes */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/v1/statuses/:id/quotes',
    {
      config: { scope: 'read:statuses', appToken: true },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const viewerId = viewerIdOf(request)
      const status = await getVisibleOriginal(app.db, viewerId, request.params.id)
      const page = pageOf(request.query, 20)
      const rows = await quotesPage(app.db, { status, viewerId, now: app.clock() }, page)
      const cursors = rows.map((row) => row.row_id)
      return showPage(app, request, reply, { listed: rows, cursors, page, prev: 'since_id' })
    },
  )
  server.post(
    '/api/v1/statuses/:id/quotes/:quoting_status_id/revoke',
    { config: { scope: 'write:statuses' }, schema: { params: RevokeParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: statusId, quoting_status_id: quotingId } = request.params
      await app.transact((tx) => revokeOwn(tx, { accountId: viewer.id, statusId, quotingId }))
      return renderStatus(app, viewer, quotingId)
    },
  )
  server.put(
    '/api/v1/statuses/:id/interaction_policy',
    { config: { scope: 'write:statuses' }, schema: { params: IdParams, body: PolicyBody } },
    async (request) => {
      const viewer = viewerOf(request)
      const statusId = request.params.id
      const policy = readQuotePolicy(request.body.quote_approval_policy ?? '')
      await app.transact((tx) => changePolicy(tx, { accountId: viewer.id, statusId, policy }))
      return renderStatus(app, viewer, statusId)
    },
  )
}
